import * as z from "zod/mini";
import type { ExitCode } from "../base/terminal/exit-code.js";
import type { Style } from "../base/terminal/style.js";
import { refuseUselessPredicate } from "../lessons/directive/check-predicate.js";
import { enrichMinted } from "../lessons/directive/enrich-directive.js";
import { directives } from "../lessons/directive/fold/directives.js";
import {
  directiveInput,
  directiveRefusal,
  nearDirectives,
  type ProposalResult,
  proposalOutput,
  propose,
} from "../lessons/directive/propose-directive.js";
import { alsoForbidden } from "../lessons/directive/rules/forbidden-action.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { checkableOptions } from "./parts/checkable-options.js";
import { answersOption } from "./parts/person-input.js";

/** What a model could add at once, where one is switched on. */
async function enriched(context: Context, proposed: ProposalResult): Promise<ProposalResult> {
  if (proposed.status !== "quarantined" || proposed.merged) return proposed;
  await enrichMinted(context, [proposed.lesson]);
  const row = await context.ledger.read((reader) => reader.row(directives, proposed.lesson));
  return row === undefined ? proposed : { ...proposed, status: row.status, missing: row.missing };
}

const output = z.extend(proposalOutput, {
  appliesToAgents: field("The roles that the call named; an empty list means everyone.", z.array(z.string())),
  appliesToTools: field("The tools that the call named.", z.array(z.string())),
  alsoForbidden: field(
    "Other spellings and equivalents that its forbidden command lines also forbid.",
    z.array(z.string()),
  ),
  waitsForLead: field(
    "In a team: only a lead puts it in force, and this member is none.",
    z.optional(z.boolean()),
  ),
});

export const verb = defineVerb({
  name: "lessons add",
  group: "Lessons",
  summary: "Add a rule of your own, with its scope and check",
  description: `Adds a rule. A person's rule (--by) is active at once: for everyone if it names no role \
or tool, and as advice if it has nothing that can be checked. It holds exactly what the person wrote. It \
replaces an agent's lesson in the same words. If the person already has this rule, the call adds what is new \
and lists it.

A rule of an agent, a tool, an import or a model is a proposal until a person accepts it; agents see \
it only as unconfirmed data. It needs something to check (a required or forbidden action, or a check in \
words) and at least one role or tool; otherwise it waits in quarantine, with the reason. If a language model is switched on (model.provider), it is asked at once, \
within the calls of the day, to add what is missing.

An agent's rule that says the same as a known one confirms it and changes nothing. A rule that \
contradicts one in force waits for a person. Keys and tokens in a text are blanked.

A forbidden action stops a tool only if the rule is enforced and a program can recognise the action: \
'Bash(git push --force)', 'Edit(src/generated/**)', or a bare command line. A command line also forbids its \
equivalents, such as -f, --force-with-lease and --mirror; the answer and 'lessons show' list them. To allow \
one of them, name it after 'unless': 'git push --force unless --force-with-lease'. A path that may not be \
edited may not be written by a command line either.

A predicate is one of grep:<regex>:<glob> (passes when nothing matches), file_modified:<path>, \
file_not_modified:<path>, tool:<command> (only commands that you allowed in \
WHETSTONE_DIRECTIVES_PREDICATE_COMMANDS). A predicate that could never pass or never fail is refused: a \
command that is not allowed, a glob that matches no file, a regex that matches every line. Only a rule \
that a person adds (--by) can have a predicate, or be critical or enforced at once.

If the text is - or the name of a .jsonl file, every line of standard input or of that file is a lesson: a \
swarm's knowledge entry, or a recommendation of a supervisor or curator, with their own fields (lesson, \
required_actions, applies_to_agents, directive_priority, …) or with those of this verb. Options hold for all \
of them.`,
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
    {
      run:
        'whetstone lessons add "Force-push only with a lease" --tools Bash ' +
        '--forbid "git push --force unless --force-with-lease" --enforce --by maintainer',
      about: "The same with an exception:",
    },
    {
      run: "whetstone lessons add .swarm/knowledge.jsonl",
      about: "What the curator of a swarm recommends, as proposals:",
    },
  ],
  words: ["add", "create", "new", "note", "remember", "rule", "teach"],
  caller: "anyone",
  hub: "agent",
  input: directiveInput,
  output,
  cli: {
    arguments: ["text"],
    options: {
      ...checkableOptions,
      priority: { about: "How much weight it has; medium, if left out." },
      enforcement: false,
      category: { value: "NAME" },
      tags: { value: "A,B", commas: true },
      citations: { name: "cites", value: "A,B", commas: true },
      taskId: false,
      run: false,
    },
    own: { enforce: { type: "boolean", about: "It blocks instead of warning." }, ...answersOption },
    prepare: (input, own) => (own.enforce === true ? { ...input, enforcement: "enforce" } : input),
    render,
    run: command,
  },
  mcp: {
    tool: "add_lesson",
    description:
      "Propose a lesson. It needs a check in words and a scope (roles or tools; triggers are no scope), " +
      "and waits until a person decides.",
    short: {
      description:
        "Propose a lesson. It needs an action or check and a scope (roles or tools), and is shown as " +
        "unconfirmed until a person confirms it.",
      fields: [
        ...(["text", "requiredActions", "forbiddenActions", "verificationChecks"] as const),
        ...(["appliesToAgents", "appliesToTools"] as const),
      ],
    },
    readOnly: false,
    // A predicate is a person's, and a tool's caller is an agent.
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
      "taskId",
      "run",
    ] as const,
    names: { taskId: "bead_id", run: "run_id" },
  },
  check: directiveRefusal,
  run: async (context, directive) => {
    await refuseUselessPredicate(context, "lessons add", directive);
    const near = await nearDirectives(context, directive.text);
    context.beforeWriting();
    const proposed = await context.ledger.write((writer) => propose(context, writer, directive, {}, near));
    const result = await enriched(context, proposed);
    const { appliesToAgents, appliesToTools } = directive;
    const waitsForLead = result.status === "active" && isForLead(context) ? true : undefined;
    const forbidden = directive.forbiddenActions.flatMap(alsoForbidden);
    return { ...result, appliesToAgents, appliesToTools, alsoForbidden: forbidden, waitsForLead };
  },
});

/** In a team only a lead's word puts a rule in force. */
function isForLead({ team }: Context): boolean {
  const role = team?.hub?.role;
  return role !== undefined && role !== "lead" && role !== "admin";
}

type Added = Immutable<z.output<typeof output>>;

/** A rule is a sentence: one word that ends like this names a file. */
const lineFile = /^(?:-|\S+\.(?:jsonl|ndjson))$/i;

async function command(call: CommandCall<Added>): Promise<ExitCode | undefined> {
  const { text } = call.input;
  if (typeof text !== "string" || !lineFile.test(text)) return call.print(await call.run(call.input));
  const { readJsonLines } = await import("../runs/formats/jsonl.js");
  const { knowledgeFields } = await import("../runs/formats/seed-lines.js");
  const { lineByLine, printLines } = await import("./parts/line-by-line.js");
  const { readInput } = await import("../base/terminal/read-input.js");
  const { text: _, ...options } = call.input;
  const lines = readJsonLines(await readInput(text, call.io, maxBytes));
  const added = await lineByLine(lines, (value) =>
    call.call(verb, { ...Object(knowledgeFields(value)), ...options } as never),
  );
  return printLines(call.printer, added, render);
}

/** A store of lessons; a mistaken path to a huge file must not fill the memory. */
const maxBytes = 16_777_216;

function render(result: Added, style: Style): string {
  const id = style.bold(result.lesson);
  if (result.merged) return [`${id} ${mergedText(result)}`, ...remarks(result, style)].join("\n");
  if (result.waitsForLead === true)
    return [`${id} ${style.yellow("waits for a lead")} of your team: until then agents see it as a proposal`]
      .concat(remarks(result, style))
      .join("\n");
  if (result.status === "active")
    return [`${id} is ${inForce(result, style)}`, ...remarks(result, style)].join("\n");
  const weight = `${style.yellow(result.status)}, ${result.priority}, ${result.enforcement}`;
  return [`${id} is ${weight}`, ...remarks(result, style)].join("\n");
}

/** What a rule does from now on, in words. */
function inForce(
  { appliesToAgents: roles, appliesToTools: tools, priority, enforcement }: Added,
  style: Style,
): string {
  const whom = [...roles, ...tools.map((tool) => `users of ${tool}`)].filter((each) => each !== "*");
  const reach = whom.length === 0 ? "every agent is" : `${whom.join(", ")} are`;
  const weight =
    enforcement === "enforce" ? `${priority}, enforced` : `${priority}, as advice: it blocks nothing`;
  return `${style.green("active")}: ${reach} shown it from the next brief on (${weight})`;
}

function mergedText({ added, status }: Added): string {
  const state = status === "active" ? "" : ` It is ${status}.`;
  return added.length === 0
    ? `says the same already; it was confirmed, and nothing of it changed.${state}`
    : `was known, and is extended by ${added.join(", ")}.${state}`;
}

function remarks({ merged, ...result }: Added, style: Style): readonly string[] {
  return [
    ...(result.alsoForbidden.length === 0 ? [] : [`  also forbidden: ${result.alsoForbidden.join(", ")}`]),
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
