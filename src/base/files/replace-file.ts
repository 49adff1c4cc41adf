import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { fileError } from "./file-error.js";

/**
 * Writes a whole file and syncs it to disk: a reader sees the old file or the new one, never a part. `mode`
 * applies from the first byte on.
 */
export function replaceFile(file: string, content: string | Uint8Array, mode?: number): void {
  const draft = new FileDraft(file, mode);
  try {
    draft.write(content);
    draft.keep();
  } catch (error) {
    throw draft.drop(error);
  }
}

/** Like `replaceFile`, for lines that arrive one by one. Returns the number of lines. */
export async function replaceFileByLines(file: string, lines: AsyncIterable<string>): Promise<number> {
  const draft = new FileDraft(file);
  let count = 0;
  try {
    for await (const line of lines) {
      draft.write(`${line}\n`);
      count += 1;
    }
    draft.keep();
    return count;
  } catch (error) {
    throw draft.drop(error);
  }
}

/** The new content under a temporary name until it is complete. */
class FileDraft {
  readonly #file: string;
  readonly #name: string;
  readonly #mode: number;
  #handle: number | undefined;

  constructor(file: string, mode = 0o666) {
    this.#file = file;
    this.#mode = mode & 0o777;
    this.#name = `${file}.${process.pid}.part`;
  }

  write(content: string | Uint8Array): void {
    this.#handle ??= openSync(this.#name, "w", this.#mode);
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle, bytes, done);
  }

  keep(): void {
    if (this.#handle === undefined) this.write("");
    if (this.#handle !== undefined) fsyncSync(this.#handle);
    this.#close();
    renameSync(this.#name, this.#file);
  }

  /** Removes what was written. Returns the error that stopped it, in terms of the file that was asked for. */
  drop(error: unknown): unknown {
    this.#close();
    rmSync(this.#name, { force: true });
    if (!(error instanceof Error) || !("path" in error)) return fileError(error, this.#file);
    const message = error.message.replaceAll(this.#name, this.#file);
    return fileError(
      Object.assign(new Error(message, { cause: error }), { ...error, path: this.#file }),
      this.#file,
    );
  }

  #close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }
}
