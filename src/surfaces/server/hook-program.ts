import { readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readEnvironment } from "../../base/config/environment.js";
import { thisBuild } from "../../base/version.js";
import { runHook } from "./hook.js";

/**
 * The program that agents start as a hook: `node hook.cjs HOST [MILLISECONDS] < payload > answer`. It ends with
 * 0, or with 2 where a call must not run. `whetstone hook` does the same, and starts more slowly.
 */
const [, , host = "", budget] = process.argv;
const started = Date.now();

runHook({
  host,
  budget,
  env: readEnvironment(),
  own: thisBuild,
  command: [process.execPath, join(import.meta.dirname, "cli", "main.cjs")],
  read: readStandardInput,
  write: (text) => writeTo(1, text),
  refuse: (reason) => writeTo(2, `${reason}\n`),
})
  .catch(() => 0)
  // Exiting at once is faster than letting the event loop run dry; nothing is left to write.
  .then((code) => process.exit(code));

/** Reads standard input by its number: opening `process.stdin` takes a tenth of the whole call. */
function readStandardInput(budgetMs: number): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.allocUnsafe(65_536);
  while (Date.now() - started < budgetMs) {
    try {
      const count = readSync(0, chunk);
      if (count === 0) break;
      chunks.push(Buffer.from(chunk.subarray(0, count)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
      pause();
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

function writeTo(stream: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(stream, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      pause();
    }
  }
}

/** The other end of the pipe is not ready yet. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
}
