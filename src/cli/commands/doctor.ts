import type { Check, DoctorResult } from "../../app/doctor.js";
import { defineCommand } from "../command.js";
import { projectPlaces } from "../project-places.js";
import type { Style } from "../style.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "doctor",
  summary: "Check the store and show the way back from damage",
  description: `Checks the installation, reads every row of the store against its checksum, folds the log once more and compares every read model with it, and says whether lessons reach anyone. Each finding comes with the next step. Nothing is changed.

--backup copies the store to the backups folder. --restore goes back to a backup or an export: it is checked first, and the files in use until then are moved aside, not deleted. Stop your agents before you restore.`,
  arguments: [],
  options: {
    backup: { type: "boolean", about: "Make a backup now." },
    restore: { type: "string", value: "FILE", about: "Start again from this backup (.db) or export (.jsonl)." },
    yes: { type: "boolean", short: "y", about: "With --restore: do not ask." },
  },
  examples: [
    { run: "whetstone doctor", about: "What is wrong, and what to do:" },
    { run: "whetstone doctor --backup", about: "Make a backup:" },
    { run: "whetstone doctor --restore learned.jsonl", about: "Go back to an export:" },
  ],
  exits: { 1: "You answered no. Nothing was changed.", 3: "A check found a problem, or the machine has one." },
  async run(context) {
    const { values, printer } = context;
    const { restore } = values;
    return withWhetstone(context, async (ws) => {
      if (values.backup) {
        const file = await ws.backUp();
        printer.result({ backup: file }, () => `Backed up to ${file}`);
        return undefined;
      }
      if (restore === undefined) return examine();
      if (!values.yes && !(await printer.confirm(`Start again from ${restore}? The present store is moved aside.`))) {
        printer.note("Nothing was changed.");
        return 1;
      }
      // It would go on writing into the files that are moved aside.
      const { stopServer } = await import("../../server/control.js");
      await stopServer(context.io.env);
      const result = await ws.restore(restore);
      const aside = result.aside.map((file) => `\n  the old file is ${file}`).join("");
      printer.result(result, () => `Restored ${result.events} events from ${result.from}${aside}`);
      return undefined;

      async function examine() {
        const examined = await printer.progress("Checking", (update) => ws.doctor(update));
        const { serverCheck } = await import("../../server/control.js");
        const { httpHooksCheck } = await import("../../server/http-hooks-check.js");
        const { keyWarnings } = await import("../../setup/key-warnings.js");
        const { env } = context.io;
        const posts = await httpHooksCheck(env, projectPlaces(context).root, keyWarnings);
        const result = [...posts, await serverCheck(env, Date.now())].reduce(withCheck, examined);
        const { table } = await import("../table.js");
        printer.result(result, (style) => render(result, style, table));
        return result.healthy ? undefined : 3;
      }
    });
  },
});

/** The server belongs to the user, not to the project, so the verb does not know of it. */
function withCheck({ healthy, checks }: DoctorResult, check: Check): DoctorResult {
  return { healthy: healthy && check.state !== "problem", checks: [...checks, check] };
}

function render({ checks, healthy }: DoctorResult, style: Style, table: typeof import("../table.js")["table"]): string {
  const rows = checks.flatMap((check) => [
    [mark(check, style), check.name, check.detail],
    ...(check.next === undefined ? [] : [["", "", style.dim(`next: ${check.next}`)]]),
  ]);
  const warnings = checks.filter((check) => check.state === "warning").length;
  const verdict = healthy
    ? `${style.green("Healthy")}${warnings === 0 ? "." : `, with ${warnings} warning${warnings === 1 ? "" : "s"}.`}`
    : style.red("There is a problem.");
  return `${table(rows)}\n${verdict}`;
}

function mark({ state }: Check, style: Style): string {
  return { ok: style.green("ok"), warning: style.yellow("warning"), problem: style.red("problem") }[state];
}
