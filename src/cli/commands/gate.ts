import { counted } from "../../text/counted.js";
import { withPerson } from "../../verbs/parts/person-input.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "gate",
  summary: "Ask whether a phase may end",
  description: `A phase may end when every critical directive that stood in one of its prompts was applied, ignored with a reason, judged not applicable or verified, and nothing is violated that was not mended since. Checks that had failed are run again. If it may not, the answer lists what is missing and the exact line to write, and the exit code is 1.

--override lets it end all the same: the architect or a person says why, in at least 10 characters, and that stays in the log. After five equal denials the answer says so by itself. Nobody is locked out for ever.

--begin starts a phase: checks compare files with the commit of that moment. A brief that names a new phase begins it too, and so does one that names a phase whose gate let it end.

--end says that the phase is over, whatever the gate would say, as when a session is closed: its outcome is recorded with the failures and retries that were seen, and what failed more than once becomes a lesson.

When the store cannot be read the gate is closed, and says how to go on.`,
  arguments: [{ name: "phase", about: "The name of the phase.", required: true }],
  options: {
    begin: { type: "boolean", about: "Begin the phase here." },
    end: { type: "boolean", about: "The phase is over, whatever the gate says." },
    override: { type: "string", value: "WHY", about: "Let it end although something is open." },
    by: { type: "string", value: "NAME", about: "The person who overrides." },
  },
  examples: [
    { run: "whetstone gate build", about: "May the phase end?" },
    {
      run: 'whetstone gate build --override "accepted until the migration is done" --by maintainer',
      about: "It must:",
    },
  ],
  exits: { 1: "The phase may not end; standard output says what is missing." },
  async run(context) {
    const { args, values, printer } = context;
    return withWhetstone(context, async (ws) => {
      if (values.begin) {
        const begun = await ws.beginPhase({ phase: args.phase, ...withPerson({}, values) });
        printer.result(
          begun,
          (style) => `${style.bold(begun.phase)} begins at ${begun.baseCommit ?? "no commit"}`,
        );
        return undefined;
      }
      if (values.end) {
        const ended = await ws.endPhase({ phase: args.phase, ...withPerson({}, values) });
        printer.result(
          ended,
          (style) => `${style.bold(ended.phase)} is over: ${ended.proposed.length} new lessons`,
        );
        return undefined;
      }
      const result = await ws.gate({
        phase: args.phase,
        ...(values.override === undefined ? {} : { override: values.override }),
        ...withPerson({}, values),
      });
      printer.result(result, (style) => {
        if (!result.passed) return result.answer;
        const how = result.overridden ? style.yellow("overridden") : style.green("passed");
        const unknown = style.yellow(
          ": nobody began a phase of this name and no brief named it. Is it spelled right?",
        );
        return `${style.bold(result.phase)} ${how}${result.known ? `: ${counted(result.considered, "directive")} looked at` : unknown}`;
      });
      return result.passed ? undefined : 1;
    });
  },
});
