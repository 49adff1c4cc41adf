import { readEnvironment } from "../config/environment.js";
import { WhetstoneError } from "../errors.js";
import type { Io } from "./io.js";

/** The real process. Read on demand: a stream that nobody uses is never opened. */
export function processIo(): Io {
  const env = readEnvironment();
  return {
    env,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    get cwd() {
      return currentFolder();
    },
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new WhetstoneError("not_found", "the current folder no longer exists", {
      next: "change to a folder that exists, or name one with --root",
      cause,
    });
  }
}
