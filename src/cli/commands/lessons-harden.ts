import { oneLine } from "../../text/one-line.js";
import { commaList } from "../comma-list.js";
import { type CommandContext, defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";
import { directiveText, whoOf } from "./directive-change.js";

export const command = defineCommand({
  name: "harden",
  summary: "Make quarantined directives checkable",
  description: `Adds what a directive lacks: a check or a scope. When nothing is missing any more, it becomes active.

With an id and options it is done by hand. Without an id, and with a language model switched on (see the settings model.*), the oldest of the quarantine are worked through in a small batch: the model may add actions, checks in words, triggers and scopes, never a predicate. The number of calls per day is limited, and calls and their price are shown.`,
  usage: "[ID] [options]",
  arguments: [{ name: "id", about: "The id of the directive." }],
  options: {
    roles: { type: "string", value: "A,B", about: "Roles that it is for." },
    tools: { type: "string", value: "A,B", about: "Tools that it is for." },
    must: { type: "string", value: "ACTION", many: true, about: "An action that it requires." },
    forbid: { type: "string", value: "ACTION", many: true, about: "An action that it forbids." },
    check: {
      type: "string",
      value: "TEXT",
      many: true,
      about: "How to tell whether it was followed, in words.",
    },
    trigger: { type: "string", value: "PHRASE", many: true, about: "A phrase in a task that calls for it." },
    predicate: { type: "string", about: "A check that a program runs. Needs --by." },
    by: { type: "string", value: "NAME", about: "The person who answers for it." },
  },
  examples: [
    { run: "whetstone lessons list --kind directive --state quarantined", about: "What waits:" },
    {
      run: 'whetstone lessons harden directive-3f… --roles coder --must "run the linter"',
      about: "By hand:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    if (args.id === undefined) return withModel(context);
    const lesson = args.id;
    const some = <T>(list: readonly T[]) => (list.length === 0 ? undefined : [...list]);
    const given = {
      appliesToAgents: some(commaList(values.roles)),
      appliesToTools: some(commaList(values.tools)),
      requiredActions: some(values.must),
      forbiddenActions: some(values.forbid),
      verificationChecks: some(values.check),
      triggers: some(values.trigger),
      verificationPredicate: values.predicate,
    };
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const result = await withWhetstone(context, (ws) =>
      ws.lessons.harden({ lesson, ...fields, ...whoOf(values.by) }),
    );
    printer.result(result, (style) => directiveText(result, style));
    return undefined;
  },
});

async function withModel(context: CommandContext<unknown, unknown>): Promise<undefined> {
  const result = await withWhetstone(context, (ws) => ws.lessons.hardenQuarantine());
  context.printer.result(result, (style) =>
    [
      `${result.model}: tried ${result.tried}, activated ${result.activated.length}, failed ${result.failed.length}`,
      ...result.activated.map((lesson) => style.green(`  ${lesson} is active`)),
      ...result.failed.map(({ lesson, reason }) => style.yellow(`  ${lesson}: ${oneLine(reason, 120)}`)),
      ...(result.reason === null ? [] : [`  stopped: ${result.reason}`]),
      `  ${result.calls} calls now, ${result.callsToday} of ${result.callsPerDay} today, ${result.costUsd.toFixed(4)} USD as far as anybody told`,
    ].join("\n"),
  );
  return undefined;
}
