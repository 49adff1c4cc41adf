import type { Style } from "../../../base/terminal/style.js";
import { counted } from "../../../base/text/counted.js";
import type { Check, DoctorResult } from "../../../verbs/doctor/check.js";
import { type CommandContext, defineCommand } from "../command.js";
import { examine } from "../examine.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "doctor",
  summary: "Check everything and show how to repair it",
  description: `Checks the installation, reads every row of the store against its checksum, folds the log \
once more and compares every read model with it, and reports whether lessons reach any session. It checks \
whether the store can be written, whether the clock jumped, whether the coding agents that were set up here \
still find the program, have approved it and call it, and whether the local server can run. Each finding \
comes with the next step. Nothing is changed. It works even if the settings or the store are broken.

--quick leaves out the checks that read every row: it takes a second, however long the log is.

--server also starts the local server, if none runs, and calls it as a hook would.

--backup copies the store to the backups folder. --restore goes back to a backup or an export: it is checked \
first, and the files in use until then are moved aside, not deleted. It waits for other writers; running \
agents go on in the restored store.`,
  arguments: [],
  options: {
    quick: { type: "boolean", about: "Leave out the checks that read every row of the store." },
    server: { type: "boolean", about: "Also start the local server and check that it answers." },
    backup: { type: "boolean", about: "Make a backup now." },
    restore: {
      type: "string",
      value: "FILE",
      about: "Restore the store from this backup (.db) or export (.jsonl).",
    },
    yes: { type: "boolean", short: "y", about: "With --restore: do not ask." },
  },
  examples: [
    { run: "whetstone doctor", about: "What is wrong, and what to do:" },
    { run: "whetstone doctor --quick", about: "The same without reading every row:" },
    { run: "whetstone doctor --server", about: "Could a hook reach the server?" },
    { run: "whetstone doctor --backup", about: "Make a backup:" },
    { run: "whetstone doctor --restore learned.jsonl", about: "Go back to an export:" },
  ],
  exits: {
    1: "You answered no. Nothing was changed.",
    3: "A check found a problem, or the machine has one.",
  },
  async run(context) {
    const { values, printer } = context;
    const { restore } = values;
    if (!values.backup && restore === undefined)
      return show(context, await examine(context, { startServer: values.server, quick: values.quick }));
    return withWhetstone(context, async (ws) => {
      if (restore === undefined) {
        const result = await ws.backUp();
        printer.result(result, () => `Backed up to ${result.backup}`);
        return undefined;
      }
      if (
        !values.yes &&
        !(await printer.confirm(`Start again from ${restore}? The present store is moved aside.`))
      ) {
        printer.note("Nothing was changed.");
        return 1;
      }
      // It would go on writing into the files that are moved aside.
      const { stopServer } = await import("../../server/control.js");
      await stopServer(context.io.env);
      const result = await ws.restore({ file: restore });
      const aside = result.aside.map((file) => `\n  the old file is ${file}`).join("");
      printer.result(result, () => `Restored ${result.events} events from ${result.from}${aside}`);
      return undefined;
    });
  },
});

async function show(
  { printer, io }: CommandContext<unknown, unknown>,
  result: DoctorResult,
): Promise<undefined | 3> {
  const { table } = await import("../../../base/terminal/table.js");
  const { readingWidth, wrap } = await import("../../../base/terminal/wrap.js");
  // On a terminal a long finding is broken where it can be read; a pipe gets each in one line.
  const width =
    io.stdout.isTTY === true ? readingWidth(io.stdout) - textColumn(result) : Number.POSITIVE_INFINITY;
  printer.result(result, (style) => {
    const rows = result.checks.flatMap((check) => {
      const next = check.next === undefined ? [] : wrap(`next: ${check.next}`, width, 0).map(style.dim);
      const [first = "", ...rest] = [...wrap(check.detail, width, 0), ...next];
      return [[mark(check, style), check.name, first], ...rest.map((line) => ["", "", line])];
    });
    return `${table(rows)}\n${verdict(result, style)}`;
  });
  return result.healthy ? undefined : 3;
}

/** Where the text of a finding begins: after the longest mark, the longest name, and two blanks for each. */
function textColumn({ checks }: DoctorResult): number {
  return "problem  ".length + Math.max(...checks.map(({ name }) => name.length)) + 2;
}

function verdict({ checks, healthy }: DoctorResult, style: Style): string {
  if (!healthy) return style.red("There is a problem.");
  const warnings = checks.filter((check) => check.state === "warning").length;
  return `${style.green("Healthy")}${warnings === 0 ? "." : `, with ${counted(warnings, "warning")}.`}`;
}

function mark({ state }: Check, style: Style): string {
  return { ok: style.green("ok"), warning: style.yellow("warning"), problem: style.red("problem") }[state];
}
