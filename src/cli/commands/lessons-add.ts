import type { AddLessonResult } from "../../app/add-lesson.js";
import type { Style } from "../../terminal/style.js";
import { commaList } from "../comma-list.js";
import { defineCommand } from "../command.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "add",
  summary: "Bring in a directive: a scoped, checkable instruction",
  description: `Brings in a directive. It becomes active when it has at least one thing that can be checked (a required or forbidden action, a check in words, or a predicate) and names at least one role or tool that it is for; otherwise it waits in quarantine, with the reason.

What says the same as a known directive confirms that one. What says the opposite waits for a person.

A forbidden action stops a tool only if the directive is enforced and a program can tell the action: 'Bash(git push --force)', 'Edit(src/generated/**)', or a bare command line. A predicate is one of grep:<regex>:<glob> (passes when nothing matches), file_modified:<path>, file_not_modified:<path>, tool:<command> (only commands that you allowed in WHETSTONE_DIRECTIVES_PREDICATE_COMMANDS).

Only what a person brings in (--by) can be critical or enforced at once, or carry a predicate.`,
  arguments: [{ name: "text", about: "The instruction, in one sentence.", required: true }],
  options: {
    roles: { type: "string", value: "A,B", about: "Roles that it is for; * for all." },
    tools: { type: "string", value: "A,B", about: "Tools that it is for." },
    must: { type: "string", value: "ACTION", many: true, about: "An action that it requires." },
    forbid: { type: "string", value: "ACTION", many: true, about: "An action that it forbids." },
    check: {
      type: "string",
      value: "TEXT",
      many: true,
      about: "How to tell whether it was followed, in words.",
    },
    predicate: { type: "string", about: "A check that a program runs." },
    trigger: { type: "string", value: "PHRASE", many: true, about: "A phrase in a task that calls for it." },
    priority: {
      type: "string",
      choices: ["low", "medium", "high", "critical"],
      about: "medium, if left out.",
    },
    enforce: { type: "boolean", about: "It blocks instead of warning." },
    category: { type: "string", value: "NAME", about: "What kind of instruction it is." },
    tags: { type: "string", value: "A,B", about: "Words to find it by." },
    cites: { type: "string", value: "A,B", about: "Files it speaks of: when they change, it may be stale." },
    by: { type: "string", value: "NAME", about: "The person who answers for it." },
  },
  examples: [
    {
      run: 'whetstone lessons add "Validate every request body with a schema" --roles coder,reviewer --must "parse req.body with a schema" --predicate "grep:req\\.body as :src/**/*.ts" --priority critical --by maintainer',
      about: "A rule with a check:",
    },
    {
      run: 'whetstone lessons add "Never force-push a shared branch" --tools Bash --forbid "git push --force" --enforce --by maintainer',
      about: "A rule that stops a tool:",
    },
  ],
  async run(context) {
    const { args, values, printer } = context;
    const result = await withWhetstone(context, (ws) =>
      ws.lessons.add({
        text: args.text,
        appliesToAgents: commaList(values.roles),
        appliesToTools: commaList(values.tools),
        requiredActions: [...values.must],
        forbiddenActions: [...values.forbid],
        verificationChecks: [...values.check],
        triggers: [...values.trigger],
        tags: commaList(values.tags),
        citations: commaList(values.cites),
        ...(values.predicate === undefined ? {} : { verificationPredicate: values.predicate }),
        ...(values.priority === undefined ? {} : { priority: values.priority }),
        ...(values.category === undefined ? {} : { category: values.category }),
        ...(values.enforce ? { enforcement: "enforce" as const } : {}),
        ...(values.by === undefined ? {} : { actor: values.by, origin: "human" }),
      }),
    );
    printer.result(result, (style) => render(result, style));
  },
});

function render(result: AddLessonResult, style: Style): string {
  const id = style.bold(result.lesson);
  if (result.merged) return `${id} says the same already; it was confirmed.`;
  const state = result.status === "active" ? style.green("active") : style.yellow(result.status);
  return [
    `${id} is ${state}, ${result.priority}, ${result.enforcement}`,
    ...(result.missing.length === 0
      ? []
      : [`  missing: ${result.missing.join(", ")}; see 'whetstone lessons harden --help'`]),
    ...(result.contradicts === null
      ? []
      : [style.yellow(`  it says the opposite of ${result.contradicts}: retire one, or activate both`)]),
    ...(result.capped
      ? ["  its weight was capped: only a person (--by) can make it critical or enforced"]
      : []),
  ].join("\n");
}
