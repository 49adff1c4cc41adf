import { expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { openWhetstone } from "../../verbs/open/open-whetstone.js";

/** What Whetstone itself writes to colour a text. */
const ownCodes = [1, 2, 22, 31, 32, 33, 39];
const hostile = "Split by \u001b]0;title\u0007layer \u001b[2J\u009b2J\r\u202efile";

it.each([true, false])(
  "no command passes on what a terminal obeys in a stored text (terminal: %s)",
  async (tty) => {
    const cwd = tempFolder();
    const env = { HOME: cwd, USER: "kim", ...(tty ? { FORCE_COLOR: "1" } : {}) };
    const ws = await openWhetstone({ root: cwd, env, origin: "human" });
    const outcome = { result: "failure", durationMs: 1, errorCount: 1, retryCount: 0 } as const;
    const { strategies, outcome: id } = await ws.record({
      ...outcome,
      taskId: "t",
      strategy: hostile,
      criteria: [hostile],
      adaptersUsed: [hostile],
      failedAdapter: hostile,
      failureType: hostile,
    });
    const { error } = await ws.errors.record({ taskId: "t", message: hostile, toolName: hostile });
    await ws.close();
    for (const args of [
      ["explain", strategies[0] ?? ""],
      ["explain", id],
      ["explain", error],
      ["explain", hostile],
      ["policy", hostile],
      ["lessons", "list"],
      ["search", "split"],
      ["errors", "list", "t"],
      ["status"],
      ["report"],
    ]) {
      const { stdout, stderr } = await commandLine(args, { cwd, env, tty });
      const printed = ownCodes.reduce(
        (text, code) => text.replaceAll(`\u001b[${code}m`, ""),
        stdout + stderr,
      );
      expect(printed, args.join(" ")).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
    }
  },
);
