import * as z from "zod/mini";
import type { ExitCode } from "../base/terminal/exit-code.js";
import type { Style } from "../base/terminal/style.js";
import { counted } from "../base/text/counted.js";
import {
  type ImportedInstructions,
  importInstructions,
  importInstructionsOutput,
} from "../lessons/instructions/import-instructions.js";
import { instructionFileInput } from "../lessons/instructions/published-file.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import type { Immutable } from "./call/immutable.js";
import type { CommandCall } from "./frame/command-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons import",
  group: "Lessons",
  summary: "Import rules from AGENTS.md or another instruction file",
  description: `Takes rules from a file that people write for coding agents. They become rules of the person \
who gives the command, in force at once.

If 'whetstone lessons publish' wrote a section into the file, only that section is read: an edited line \
changes its lesson, a new line is a new lesson, and a deleted line retires its lesson, if you agree or give \
--prune. From any other file the statements are taken that ask for something, in points and in paragraphs, each \
with what the heading or the line above it makes of it: a list below "Never:" forbids. Commands below "Before every \
commit" are taken too. What only describes the project is not, nor what is known already.

It shows what it will change and asks first. To bring in a log that 'whetstone export' wrote, see 'whetstone \
import'.`,
  examples: [
    { run: "whetstone lessons import AGENTS.md --dry-run", about: "What would be taken:" },
    { run: "whetstone lessons import AGENTS.md", about: "After a review in git:" },
    { run: "whetstone lessons import CLAUDE.md --yes", about: "Rules of another file, without a question:" },
  ],
  caller: "person",
  hub: null,
  http: false,
  input: z.strictObject({
    file: instructionFileInput,
    prune: field("Retire published lessons whose lines were deleted.", z._default(z.boolean(), false)),
    dryRun: field("Only show what would change.", z._default(z.boolean(), false)),
    ...callerInput,
  }),
  output: importInstructionsOutput,
  cli: {
    arguments: ["file"],
    own: { yes: { type: "boolean", short: "y", about: "Do not ask." }, ...byOption },
    exits: { 1: "You answered no. Nothing was changed." },
    render,
    run: command,
  },
  run: (context, { file, prune, dryRun, actor = context.actor, origin = context.origin }) =>
    importInstructions(context, { file, prune, dryRun }, { actor, origin }),
});

type Result = Immutable<ImportedInstructions>;

async function command(call: CommandCall<ImportedInstructions>): Promise<ExitCode | undefined> {
  const { input, own, printer, run, print } = call;
  if (input.dryRun === true) return print(await run(input));
  const isAsked = own.yes !== true;
  const preview = await run({ ...input, prune: true, dryRun: true });
  if (isAsked && effects(preview).length > 0) printer.note(listed(preview).join("\n"));
  const deleted = preview.deleted > 0 && input.prune !== true && isAsked;
  const prune = input.prune === true || (deleted && (await printer.confirm(pruneQuestion(preview))));
  const taken = effects(preview).filter(({ action }) => prune || action !== "retire").length;
  if (isAsked && taken > 0 && !(await printer.confirm(`Take ${counted(taken, "change")}?`))) {
    printer.note("Nothing was changed.");
    return 1;
  }
  return print(await run({ ...input, prune }));
}

function pruneQuestion({ deleted, file }: Result): string {
  const gone = deleted === 1 ? "1 lesson has no line" : `${deleted} lessons have no line`;
  return `${gone} in ${file} now. Retire?`;
}

function effects({ changes }: Result): Result["changes"] {
  return changes.filter(({ action }) => action !== "refuse");
}

const signs = { add: "+", edit: "~", replace: "~", retire: "-", refuse: "!" } as const;

function listed({ changes }: Result): readonly string[] {
  return changes.flatMap(({ action, line, text, before, reason }) => [
    `  ${signs[action]} ${line === null ? "" : `line ${line}: `}${text}`,
    ...(before === null || action === "refuse" ? [] : [`      was: ${before}`]),
    ...(action === "refuse" ? [`      not taken: ${reason}`] : []),
  ]);
}

function render(result: Result, style: Style): string {
  const { file, changes, unchanged, deleted, dryRun } = result;
  const count = (...actions: readonly string[]) =>
    changes.filter(({ action }) => actions.includes(action)).length;
  const left = deleted - count("retire");
  const known = `${counted(unchanged, "line")} known already`;
  const head =
    effects(result).length === 0
      ? `Nothing to take from ${file}: ${known}`
      : `${dryRun ? "Would take" : "Took"} from ${file}: ${count("add")} added, ` +
        `${count("edit", "replace")} changed, ${count("retire")} retired; ${known}`;
  return [
    style.bold(head),
    ...listed(result),
    ...(left > 0 ? [`  ${counted(left, "lesson")} whose line was deleted stays: --prune retires it`] : []),
  ].join("\n");
}
