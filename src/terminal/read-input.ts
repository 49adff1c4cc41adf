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
  io: Pick<Io, "stdin" | "cwd">,
  maxBytes: number,
): Promise<string> {
  if (file === undefined && io.stdin.isTTY) {
    throw new WhetstoneError("invalid_usage", "there is no input", {
      next: "name a file, or pipe the input in",
    });
  }
  const name = file ?? "-";
  return decoded(await readBytes(name, io, maxBytes), name === "-" ? "stdin" : name);
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
  if (file === "-") return bytesOf(io.stdin, "stdin", maxBytes);
  try {
    return await bytesOf(createReadStream(resolve(io.cwd, file)), file, maxBytes);
  } catch (error) {
    throw translated(error, file);
  }
}

/** Counted while reading: the size of a pipe or of a device is not known before. */
async function bytesOf(
  source: AsyncIterable<string | Buffer>,
  name: string,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(name, maxBytes);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new WhetstoneError("invalid_input", `${name} is not UTF-8 text`, {
      next: "save it as UTF-8 and call again",
      values: { file: name },
      cause,
    });
  }
}

function tooLarge(name: string, maxBytes: number): WhetstoneError {
  return new WhetstoneError("invalid_input", `${name} is larger than ${maxBytes} bytes`, {
    next: "split it and call once for each part",
    values: { file: name, maxBytes },
  });
}

function translated(error: unknown, name: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const facts = { values: { file: name }, cause: error };
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
