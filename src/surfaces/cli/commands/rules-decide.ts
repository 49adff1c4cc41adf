import { WhetstoneError } from "../../../base/errors.js";
import type { OptionSpecs } from "../../../base/terminal/option-spec.js";
import type { PastRulesSeen, RuleRow } from "../../../lessons/directive/bound/rule-rows.js";
import { decidedRuleText } from "../../../verbs/parts/decided-rule-text.js";
import { byOption } from "../../../verbs/parts/person-input.js";
import { type Command, type CommandContext, defineCommand } from "../command.js";
import { decide, noteUnasked, type RuleDecision } from "../decide-rules.js";
import { sourceOptions } from "../past-projects.js";
import { projectRules } from "../project-rules.js";
import { rowExamples } from "../rules-screen.js";
import { requirePerson } from "../speaker-at.js";
import { withWhetstone } from "../with-whetstone.js";

const shared = {
  ...byOption,
  ...sourceOptions,
} as const satisfies OptionSpecs;

const place = [
  { name: "rule", about: "Where it stands: CLAUDE.md:88.", value: "FILE:LINE", required: true },
] as const;

interface Values {
  readonly agent: string | undefined;
  readonly since: string | undefined;
}

type Context = CommandContext<Values, { readonly rule: string }>;

/** `rules bind CLAUDE.md:88`: asks the check of past sessions first, and shows what it would have stopped. */
export const bind: Command = defineCommand({
  name: "bind",
  summary: "Make a rule of an instruction file binding",
  description: [
    "From now on the hooks of all coding agents ask this check about each call, and about the end of a turn: a call " +
      "that breaks it is denied, put to you, or answered with a warning. The agent is told the file, the line, the " +
      "rule and what to do instead. Trying again does not pass it.",
    "First the check is asked of the sessions that the project already had. What it would have stopped is shown, " +
      "and you are asked.",
  ].join("\n\n"),
  arguments: place,
  options: {
    "on-breach": {
      type: "string",
      value: "WHAT",
      choices: ["deny", "ask", "warn"],
      about: "What follows a breach. As the check says, or deny, if left out.",
    },
    always: { type: "boolean", about: "What you ask for in a prompt does not set it aside for that turn." },
    yes: { type: "boolean", short: "y", about: "Do not ask." },
    ...shared,
  },
  examples: [
    { run: "whetstone rules", about: "Which rules are broken? Then a key for each, or:" },
    { run: "whetstone rules bind CLAUDE.md:88", about: "Make this one bind:" },
    { run: "whetstone rules bind CLAUDE.md:88 --on-breach ask", about: "Be asked instead:" },
  ],
  exits: { 1: "You answered no. Nothing was changed." },
  run: async (context) => {
    const { values, printer } = context;
    requirePerson(context.io, "make a rule bind", { ...values });
    const found = await projectRules(context, values);
    const rows = rowsAt(found, context);
    for (const row of rows) printer.note(rowExamples(row, found));
    const titles = rows.map(({ title }) => title).join("; ");
    if (!values.yes && !(await printer.confirm(`Make ${context.args.rule} bind: ${titles}?`))) {
      printer.note("Nothing was changed.");
      return 1;
    }
    const onBreach = values["on-breach"] as RuleDecision["onBreach"];
    const { always } = values;
    await decided(context, rows, { as: "bind", onBreach, always });
    await noteUnasked(context);
    return undefined;
  },
});

export const watch: Command = defineCommand({
  name: "watch",
  summary: "Count how often a rule of an instruction file is broken, without blocking",
  description:
    "From now on each call that breaks the rule is put on record, and goes on. A rule that was bound no longer " +
    "stops anything.",
  arguments: place,
  options: shared,
  examples: [{ run: "whetstone rules watch CLAUDE.md:88", about: "First see how often it is broken:" }],
  run: async (context) => {
    requirePerson(context.io, "have a rule watched", { ...context.values });
    await decided(context, rowsAt(await projectRules(context, context.values), context), { as: "watch" });
    await noteUnasked(context);
  },
});

export const wrong: Command = defineCommand({
  name: "wrong",
  summary: "Mark a check that does not match its rule",
  description:
    "The check is no longer offered, and no longer binds or counts. The rule itself stays in its file.",
  arguments: place,
  options: { reason: { type: "string", value: "TEXT", about: "Why." }, ...shared },
  examples: [{ run: "whetstone rules wrong CLAUDE.md:88", about: "It stops what the rule allows:" }],
  run: async (context) => {
    const { reason } = context.values;
    requirePerson(context.io, "say that a check is wrong", { ...context.values });
    const rows = rowsAt(await projectRules(context, context.values), context);
    await decided(context, rows, { as: "wrong", reason });
  },
});

/** The examples that a person was shown count as looked at. */
async function decided(context: Context, rows: readonly RuleRow[], decision: RuleDecision): Promise<void> {
  const results = await withWhetstone(context, async (ws) => {
    const done = [];
    for (const row of rows) done.push(await decide(ws, row, decision, row.examples.broken.length));
    return done;
  });
  const titles = new Map(rows.map(({ rule, title }) => [rule, title]));
  context.printer.result({ decided: results }, (style) =>
    results
      .map((each) => `${decidedRuleText(each, style)}\n  ${style.dim(titles.get(each.rule.rule) ?? "")}`)
      .join("\n"),
  );
}

/** The checks of the rule at a place. */
function rowsAt({ rows }: PastRulesSeen, { args }: Context): readonly RuleRow[] {
  const found = rows.filter(({ file, line, rule }) => `${file}:${line}` === args.rule || rule === args.rule);
  if (found.length > 0) return found;
  throw new WhetstoneError("not_found", `there is no rule with a check at '${args.rule}'`, {
    field: "rule",
    next: "'whetstone rules list --all' lists the rules, with and without a check",
    values: { rule: args.rule },
  });
}
