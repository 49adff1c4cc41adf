import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { WhetstoneError } from "../errors.js";
import type { Io } from "./io.js";

/**
 * The text of a file, of stdin for `-`, or of a pipe if no file was named. At most `maxBytes` are kept in
 * memory.
 */
export async function readInput(
  file: string | undefined,
  io: Pick<Io, "stdin" | "atTerminal" | "cwd">,
  maxBytes: number,
): Promise<string> {
  if (file === undefined && io.atTerminal) {
    throw new WhetstoneError("invalid_usage", "there is no input", {
      next: "name a file, or pipe the input in",
    });
  }
  const name = file ?? "-";
  return utf8Input(await readBytes(name, io, maxBytes), name === "-" ? "stdin" : name);
}

/** Takes the place of a text that could not be read, for a command that goes on without it. */
export class UnreadableText {
  readonly error: WhetstoneError;

  constructor(error: WhetstoneError) {
    this.error = error;
  }
}

/** The bytes of a file, or of stdin for `-`, whatever they are. */
export async function readBytes(
  file: string,
  io: Pick<Io, "stdin" | "cwd">,
  maxBytes: number,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of inputPieces(file, io, maxBytes)) pieces.push(piece);
  } catch (error) {
    throw inputError(error, file);
  }
  return Buffer.concat(pieces);
}

/** The same piece by piece. Counted while reading: the size of a pipe or of a device is not known before. */
export async function* inputPieces(
  file: string,
  io: Pick<Io, "stdin" | "cwd">,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  const source: AsyncIterable<string | Buffer> =
    file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file));
  let size = 0;
  for await (const piece of source) {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    size += bytes.length;
    if (size > maxBytes) throw tooLargeInput(file === "-" ? "stdin" : file, maxBytes);
    yield bytes;
  }
}

function utf8Input(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw inputError(error, name);
  }
}

function tooLargeInput(name: string, maxBytes: number): WhetstoneError {
  return new WhetstoneError("invalid_input", `${name} is larger than ${maxBytes} bytes`, {
    next: "split it and call once for each part",
    values: { file: name, maxBytes },
  });
}

/** An error of reading in words that name the file; any other as it is. */
export function inputError(error: unknown, name: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const facts = { values: { file: name }, cause: error };
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
    const next = "save it as UTF-8 and call again";
    return new WhetstoneError("invalid_input", `${name} is not UTF-8 text`, { ...facts, next });
  }
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") {
    if (/^\s*[{[]/.test(name)) return jsonForFile(facts);
    return new WhetstoneError("not_found", `there is no file ${name}`, { ...facts, next: "check the path" });
  }
  if (code === "EISDIR") {
    return new WhetstoneError("invalid_input", `${name} is a folder`, {
      ...facts,
      next: "name a file in it",
    });
  }
  if (code === "EACCES" || code === "EPERM") {
    const next = "check its owner and permissions";
    return new WhetstoneError("invalid_input", `${name} may not be read`, { ...facts, next });
  }
  return error;
}

function jsonForFile(facts: {
  readonly values: { readonly file: string };
  readonly cause: unknown;
}): WhetstoneError {
  const next = "pipe it in: echo '{…}' | whetstone … -";
  return new WhetstoneError("invalid_usage", "that is JSON, and the name of a file was expected", {
    ...facts,
    next,
  });
}
