import { fstatSync, statSync, writeSync } from "node:fs";
import { fileError } from "../files/file-error.js";
import type { Output } from "./io.js";

/** How long a write to a full pipe pauses before it tries again. */
const fullPipePauseMs = 2;

/**
 * Standard output where it is a file or a pipe, written to directly: opening `process.stdout` takes a
 * twentieth of a cold start, and what it has not yet written is lost when the process exits. Undefined for a
 * terminal, which needs the real one.
 */
export function plainOutput(handle: number): Output | undefined {
  if (!isFileOrPipe(handle)) return undefined;
  return { isTTY: false, write: (text) => writeAll(handle, Buffer.from(text)) };
}

/** Whether a stream of the process is a file or a pipe, or goes nowhere: no terminal, and no other device. */
export function isFileOrPipe(handle: number): boolean {
  const kind = fstatSync(handle);
  return kind.isFile() || kind.isFIFO() || kind.isSocket() || (kind.rdev > 0 && kind.rdev === nowhere());
}

function nowhere(): number | undefined {
  return statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(handle, bytes, done);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A reader that closes the pipe early, such as `head`, has what it wanted.
      if (code === "EPIPE") process.exit(0);
      if (code !== "EAGAIN") throw fileError(error, "standard output");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fullPipePauseMs);
    }
  }
}
