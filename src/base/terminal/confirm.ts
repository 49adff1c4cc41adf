import { WhetstoneError } from "../errors.js";
import type { Io } from "./io.js";
import { visible } from "./visible.js";

/**
 * Asks on stderr, so that stdout holds results only. Anything but y or yes, the end of input included, is a
 * no.
 */
export async function confirm(
  question: string,
  io: Pick<Io, "stdin" | "atTerminal" | "stderr">,
): Promise<boolean> {
  if (!io.atTerminal || !io.stderr.isTTY) {
    throw new WhetstoneError("invalid_usage", `there is no terminal to ask on: ${question}`, {
      field: "yes",
      next: "pass --yes to go ahead without being asked",
    });
  }
  io.stderr.write(`${visible(question)} [y/N] `);
  return /^y(es)?$/i.test((await readFirstLine(io.stdin)).trim());
}

async function readFirstLine(input: Io["stdin"]): Promise<string> {
  const { createInterface } = await import("node:readline");
  // Not `terminal`: the terminal stays in its normal mode, in which Ctrl-C ends the process.
  const lines = createInterface({ input, terminal: false });
  const line = await new Promise<string>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(""));
  });
  lines.close();
  return line;
}
