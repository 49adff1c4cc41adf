import { readEnvironment } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import type { Io } from "../../base/terminal/io.js";
import { isFileOrPipe, plainOutput } from "../../base/terminal/plain-output.js";

/** The real process. Streams are opened on first use. */
export function processIo(): Io {
  const env = readEnvironment();
  return {
    env,
    get stdin() {
      return process.stdin;
    },
    get atTerminal() {
      // Opening what is a file or a pipe would load Node's streams, a twentieth of a cold start.
      return !isFileOrPipe(0) && process.stdin.isTTY;
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

/**
 * A terminal or a device. What cannot be written must not end as success; for what went to stderr there is no
 * place left.
 */
function terminal(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (stream.listenerCount("error") > 0) return stream;
  return stream.on("error", (cause: NodeJS.ErrnoException) => {
    if (cause.code === "EPIPE") process.exit(0);
    if (stream === process.stdout) throw unwritable(cause);
  });
}

function unwritable(cause: Error): WhetstoneError {
  return new WhetstoneError("not_writable", `standard output cannot be written: ${cause.message}`, {
    next: "check where the output goes, such as a full disk",
    cause,
  });
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
