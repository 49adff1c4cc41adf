import { readEnvironment } from "../config/environment.js";
import { WhetstoneError } from "../errors.js";
import type { Io } from "./io.js";
import { plainOutput } from "./plain-output.js";

/** The real process. Read on demand: a stream that nobody uses is never opened. */
export function processIo(): Io {
  const env = readEnvironment();
  return {
    env,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return plainOutput(1) ?? terminal(process.stdout);
    },
    get stderr() {
      return plainOutput(2) ?? terminal(process.stderr);
    },
    get cwd() {
      return currentFolder();
    },
  };
}

/** A terminal that is closed while we write has nobody left to tell. */
function terminal(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount("error") === 0) stream.on("error", () => process.exit());
  return stream;
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
