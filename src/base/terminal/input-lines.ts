import { createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { FileLines } from "../files/file-lines.js";
import type { Io } from "./io.js";
import { inputError, inputPieces } from "./read-input.js";

/**
 * Calls `work` with the lines of a file, or of stdin for `-`, which can be read more than once and are never
 * in memory together. What cannot be read twice is copied to a file first, of at most `maxBytes`.
 */
export async function withInputLines<T>(
  file: string,
  io: Pick<Io, "stdin" | "cwd">,
  maxBytes: number,
  work: (lines: Iterable<string>) => Promise<T>,
): Promise<T> {
  const path = resolve(io.cwd, file);
  const inPlace = file !== "-" && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const folder = inPlace ? undefined : mkdtempSync(join(tmpdir(), "whetstone-input-"));
  try {
    if (folder === undefined) return await work(new FileLines(path));
    const copy = join(folder, "lines");
    await pipeline(inputPieces(file, io, maxBytes), createWriteStream(copy, { mode: 0o600 }));
    return await work(new FileLines(copy));
  } catch (error) {
    throw inputError(error, file === "-" ? "stdin" : file);
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
