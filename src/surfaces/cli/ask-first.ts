import { readEnvironment } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { isFileOrPipe } from "../../base/terminal/plain-output.js";
import { askCommand } from "../server/ask-command.js";
import { isForServer } from "./for-server.js";

/**
 * Has a running server run the command, and writes what that wrote. Runs it here where no server does, and
 * where a person may be the one who speaks: somebody at a terminal, or one who was named.
 */
export async function askFirst(argv: readonly string[], runHere: () => void): Promise<void> {
  if (!isForServer(argv) || ![0, 1, 2].every(isFileOrPipe)) return runHere();
  const asked = await askCommand({ argv, env: readEnvironment(), cwd: currentFolder() });
  if (asked === "run-it") return runHere();
  const { processIo } = await import("./process-io.js");
  const io = processIo();
  try {
    if (asked === "lost") throw lost();
    for (const [to, text] of asked.written) (to === 1 ? io.stdout : io.stderr).write(text);
    // At once: closing the connection in order would take longer than all of this.
    process.exit(asked.code);
  } catch (error) {
    const { reportError } = await import("./report-error.js");
    const flags = { json: argv.includes("--json"), noColor: argv.includes("--no-color") };
    process.exit(reportError(error, io, flags));
  }
}

/** Empty when it no longer exists: the command itself says so. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "";
  }
}

function lost(): WhetstoneError {
  return new WhetstoneError("unreachable", "the server ended while it ran this command", {
    next: "look with 'whetstone log' whether it was done before you run it again",
  });
}
