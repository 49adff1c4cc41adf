import {
  directiveInput,
  directiveRefusal,
  nearDirectives,
  type ProposalResult,
  proposalOutput,
  propose,
} from "../app/propose-directive.js";
import type { Style } from "../terminal/style.js";
import { defineVerb } from "./frame/define-verb.js";
import { checkableOptions } from "./parts/checkable-options.js";
import { answersOption, withPerson } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons add",
  group: "Lessons",
  summary: "Add a directive: a scoped, checkable instruction",
  description: `Adds a directive. A person's rule (--by) is active at once: for everyone if it names no role
or tool, and as advice if it has nothing that can be checked. It holds exactly what the person wrote. It takes
the place of an agent's lesson in the same words; to a rule that is the person's already, the call adds what
is new and says what that was.

What an agent, a tool, an import or a model brings waits as a proposal until a person activates it, or an
independent role has verified it. Until then it is shown to agents only as unconfirmed data. It must have at
least one thing that can be checked (a required or forbidden action, or a check in words) and name at least
one role or tool that it is for; otherwise it waits in quarantine, with the reason.

An agent's directive that says the same as a known one confirms that one and changes nothing of it. A
directive that says the opposite of one in force waits for a person. Keys and tokens in a text are blanked.

A forbidden action stops a tool only if the directive is enforced and a program can recognise the action:
'Bash(git push --force)', 'Edit(src/generated/**)', or a bare command line. A predicate is one of
grep:<regex>:<glob> (passes when nothing matches), file_modified:<path>, file_not_modified:<path>,
tool:<command> (only commands that you allowed in WHETSTONE_DIRECTIVES_PREDICATE_COMMANDS).

Only a directive that a person adds (--by) can be critical or enforced at once, or have a predicate.`,
  examples: [
    {
      run:
        'whetstone lessons add "Validate every request body with a schema" --roles coder,reviewer ' +
        '--must "parse req.body with a schema" --predicate "grep:req\\.body as :src/**/*.ts" ' +
        "--priority critical --by maintainer",
      about: "A rule with a check:",
    },
    {
      run:
        'whetstone lessons add "Never force-push a shared branch" --tools Bash ' +
        '--forbid "git push --force" --enforce --by maintainer',
      about: "A rule that stops a tool:",
    },
  ],
  caller: "anyone",
  input: directiveInput,
  output: proposalOutput,
  cli: {
    arguments: ["text"],
    options: {
      ...checkableOptions,
      priority: { about: "How much weight it has; medium, if left out." },
      enforcement: false,
      category: { value: "NAME" },
      tags: { value: "A,B", commas: true },
      citations: { name: "cites", value: "A,B", commas: true },
      task: false,
      run: false,
    },
    own: { enforce: { type: "boolean", about: "It blocks instead of warning." }, ...answersOption },
    prepare: (input, own) =>
      withPerson(own.enforce === true ? { ...input, enforcement: "enforce" } : input, own),
    render,
  },
  mcp: {
    tool: "add_lesson",
    description:
      "Propose a lesson for later runs. It needs a scope and a check, and waits as a proposal: a person " +
      "decides whether it is in force.",
    readOnly: false,
    fields: [
      "text",
      "category",
      "tags",
      "triggers",
      "requiredActions",
      "forbiddenActions",
      "verificationChecks",
      "appliesToAgents",
      "appliesToTools",
      "priority",
      "citations",
      "task",
      "run",
    ],
    names: { task: "bead_id", run: "run_id" },
  },
  check: directiveRefusal,
  run: async (context, directive) => {
    const near = await nearDirectives(context, directive.text);
    context.beforeWriting();
    return context.ledger.write((writer) => propose(context, writer, directive, {}, near));
  },
});

function render(result: ProposalResult, style: Style): string {
  const id = style.bold(result.lesson);
  if (result.merged) return [`${id} ${mergedText(result)}`, ...remarks(result, style)].join("\n");
  const state = result.status === "active" ? style.green("active") : style.yellow(result.status);
  return [`${id} is ${state}, ${result.priority}, ${result.enforcement}`, ...remarks(result, style)].join(
    "\n",
  );
}

function mergedText({ added, status }: ProposalResult): string {
  const state = status === "active" ? "" : ` It is ${status}.`;
  return added.length === 0
    ? `says the same already; it was confirmed, and nothing of it changed.${state}`
    : `was known, and is extended by ${added.join(", ")}.${state}`;
}

function remarks({ merged, ...result }: ProposalResult, style: Style): readonly string[] {
  return [
    ...(result.superseded === null
      ? []
      : [`  it takes the place of ${result.superseded}, which an agent wrote in these words`]),
    ...(result.missing.length === 0 || merged
      ? []
      : [`  missing: ${result.missing.join(", ")}; see 'whetstone lessons harden --help'`]),
    ...(result.status === "proposed" && !merged
      ? ["  it waits for a person, and is shown as unconfirmed until then"]
      : []),
    ...(result.contradicts === null
      ? []
      : [style.yellow(`  it says the opposite of ${result.contradicts}: retire one, or activate both`)]),
    ...(result.capped
      ? ["  its weight was capped: only a person (--by) can make it critical or enforced"]
      : []),
  ];
}
