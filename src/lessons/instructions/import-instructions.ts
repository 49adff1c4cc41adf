import * as z from "zod/mini";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import type { Author } from "../directive/change-directive.js";
import { editDirective } from "../directive/edit-directive.js";
import { directiveInput, propose } from "../directive/propose-directive.js";
import { retireLessons } from "../retire-lessons.js";
import type { NearLessons } from "../search/near-lessons.js";
import {
  type ImportChange,
  type ImportPlan,
  importChangeOutput,
  nearRules,
  planImport,
} from "./plan-import.js";
import { fileFault, readPublishedFile } from "./published-file.js";
import { readPublished } from "./rules/published-text.js";

export const importInstructionsOutput = z.strictObject({
  file: field("The file, relative to the project.", z.string()),
  marked: field("True when the file has a section of published lessons: only that was read.", z.boolean()),
  changes: field(
    "What changes, in the order of the file; deleted lines come last.",
    z.array(importChangeOutput),
  ),
  unchanged: field("Lines that say what is known already.", z.int()),
  deleted: field("Published lessons whose lines were deleted: prune retires them.", z.int()),
  dryRun: field("True when nothing was changed.", z.boolean()),
});

export type ImportedInstructions = z.output<typeof importInstructionsOutput>;

interface ImportOptions {
  readonly file: string;
  readonly prune: boolean;
  readonly dryRun: boolean;
}

/** Takes rules from a file of the project: from its marked section, or else from all of it. */
export async function importInstructions(
  context: Context,
  { file: given, prune, dryRun }: ImportOptions,
  author: Author,
): Promise<ImportedInstructions> {
  const file = readPublishedFile(context, given);
  if (!file.exists)
    throw fileFault(given, "there is no such file", "name a file of the project, such as AGENTS.md");
  const near = await nearRules(context, file);
  const wanted = (plan: ImportPlan) => ({
    file: file.name,
    marked: file.section !== undefined,
    unchanged: plan.unchanged,
    dryRun,
    changes: plan.changes.filter(({ action }) => prune || action !== "retire"),
    deleted: plan.changes.filter(({ action }) => action === "retire").length,
  });
  if (dryRun) return wanted(await context.ledger.read((reader) => planImport(context, reader, file, near)));
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const result = wanted(await planImport(context, writer, file, near));
    const changes: ImportChange[] = [];
    for (const change of result.changes)
      changes.push(await carryOut(context, writer, change, { file: file.name, near, author }));
    return { ...result, changes };
  });
}

interface Means {
  readonly file: string;
  readonly near: NearLessons | undefined;
  readonly author: Author;
}

async function carryOut(
  context: Context,
  writer: LedgerWriter,
  change: ImportChange,
  { file, near, author }: Means,
): Promise<ImportChange> {
  const { action, lesson, text } = change;
  const reason = `its line in ${file} was ${action === "retire" ? "deleted" : "edited"}`;
  if (action === "edit" && lesson !== null)
    await editDirective(writer, lesson, { text, reason }, near, author);
  if ((action === "retire" || action === "replace") && lesson !== null)
    await retireLessons(context, writer, [lesson], { reason, ...author });
  if (action !== "add" && action !== "replace") return change;
  const { text: rule, lists } = readPublished(text);
  const directive = directiveInput.parse({ text: rule, ...lists, ...author });
  return { ...change, lesson: (await propose(context, writer, directive, {}, near)).lesson };
}
