import { statSync } from "node:fs";
import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { replaceFile } from "../../base/files/replace-file.js";
import { counted } from "../../base/text/counted.js";
import { unifiedDiff } from "../../base/text/unified-diff.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import type { Author } from "../directive/change-directive.js";
import { isDirective } from "../directive/fold/directives.js";
import { shortIds } from "../directive/rules/short-ids.js";
import { publications } from "../fold/publications.js";
import { type Confirmed, confirmedLessons } from "./confirmed-lessons.js";
import { type ImportChange, nearRules, planImport } from "./plan-import.js";
import { readPublishedFile } from "./published-file.js";
import { type PublishedLine, withSection } from "./rules/published-section.js";

const pendingOutput = z.strictObject({ line: z.int(), text: z.string(), why: z.string() });

export const publishOutput = z.strictObject({
  file: field("The file, relative to the project.", z.string()),
  upToDate: field("True when the file held exactly these lessons before.", z.boolean()),
  written: field("True when the file was changed.", z.boolean()),
  lessons: field("The lessons in the section, in their order.", z.array(z.string())),
  added: field("Lessons that the section did not hold before.", z.array(z.string())),
  changed: field("Lessons whose line has another text now.", z.array(z.string())),
  removed: field("Lessons that leave the section.", z.array(z.string())),
  restored: field(
    "Lessons that were published here before and whose lines were deleted since: they are written again.",
    z.array(z.string()),
  ),
  elsewhere: field(
    "Lessons that the file says outside of the section, which does not repeat them.",
    z.array(z.strictObject({ lesson: z.string(), line: z.int() })),
  ),
  pending: field("Lines that were edited or added by hand and not imported.", z.array(pendingOutput)),
  diff: field("What changes in the file, as a unified diff; empty when nothing does.", z.string()),
});

export type PublishResult = z.output<typeof publishOutput>;

/**
 * Writes the confirmed lessons into the marked section of a file. Lines keep their order in the file, and new
 * ones come last, oldest first.
 */
export async function publishLessons(
  context: Context,
  {
    file,
    dryRun,
    overwrite,
  }: { readonly file: string; readonly dryRun: boolean; readonly overwrite: boolean },
  author: Author,
): Promise<PublishResult> {
  const target = readPublishedFile(context, file);
  const near = await nearRules(context, target);
  const { plan, all, before } = await context.ledger.read(async (reader) => ({
    plan: await planImport(context, reader, target, near),
    all: await confirmedLessons(context, reader),
    before: (await reader.row(publications, target.name))?.lessons,
  }));
  const elsewhere = all.flatMap(({ lesson, text }) => {
    const match = target.rest.compare(text);
    return match?.relation === "same" ? [{ lesson, line: match.line }] : [];
  });
  const confirmed = all.filter(({ lesson }) => elsewhere.every((each) => each.lesson !== lesson));
  const pending = target.section === undefined ? [] : plan.changes.flatMap(pendingOf);
  if (pending.length > 0 && !dryRun && !overwrite) throw notImported(target.name, pending);
  const inFile = target.section === undefined ? [] : plan.lessons;
  const order = orderOf(confirmed, inFile);
  const after = withSection(target.content, target.section, publishedLines(order));
  const lessons = order.map(({ lesson }) => lesson);
  // A file without a section, and nothing to put into one.
  const content = lessons.length === 0 && target.section === undefined ? target.content : after;
  const added = lessons.filter((each) => !inFile.includes(each));
  const texts = new Set(target.section?.entries.map((entry) => entry.text));
  const result = {
    file: target.name,
    upToDate: content === target.content,
    written: !dryRun && content !== target.content,
    lessons,
    added,
    changed: order
      .filter(({ lesson, text }) => inFile.includes(lesson) && !texts.has(text))
      .map(({ lesson }) => lesson),
    removed: inFile.filter((each) => !lessons.includes(each)),
    restored: target.section === undefined ? [] : added.filter((each) => before?.includes(each)),
    elsewhere,
    pending,
    diff: unifiedDiff(target.content, content, target.name),
  };
  if (dryRun) return result;
  if (result.written)
    replaceFile(target.path, content, target.exists ? statSync(target.path).mode : undefined);
  if (lessons.join() !== (before ?? []).join()) {
    context.beforeWriting();
    const data = { file: target.name, lessons: lessons.slice(0, mostRecorded) };
    await context.ledger.write((writer) => writer.append({ type: "lessons-published", data, ...author }));
  }
  return result;
}

/** As many as an event holds. */
const mostRecorded = 1_000;

function orderOf(confirmed: readonly Confirmed[], inFile: readonly string[]): readonly Confirmed[] {
  const place = new Map(inFile.map((lesson, index) => [lesson, index]));
  const placeOf = ({ lesson }: Confirmed) => place.get(lesson) ?? Number.POSITIVE_INFINITY;
  const oldest = (a: Confirmed, b: Confirmed) =>
    a.firstSeenAt === b.firstSeenAt ? (a.lesson < b.lesson ? -1 : 1) : a.firstSeenAt < b.firstSeenAt ? -1 : 1;
  return [...confirmed].sort((a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)];
    return first === second ? oldest(a, b) : first - second;
  });
}

function publishedLines(confirmed: readonly Confirmed[]): readonly PublishedLine[] {
  const ids = shortIds(confirmed.map(({ lesson }) => lesson).filter(isDirective));
  return confirmed.map(({ lesson, text }) => ({ id: ids.get(lesson) ?? lesson, text }));
}

const reasons = {
  add: "it was added by hand",
  edit: "it was edited by hand",
  replace: "it was edited by hand",
} as const;

function pendingOf({ action, line, text, reason }: ImportChange): PublishResult["pending"] {
  if (line === null || action === "retire") return [];
  return [{ line, text, why: action === "refuse" ? (reason ?? "") : reasons[action] }];
}

function notImported(file: string, pending: PublishResult["pending"]): WhetstoneError {
  const lines = pending.map(({ line, why }) => `line ${line} (${why})`);
  return new WhetstoneError(
    "invalid_input",
    `${file} has ${counted(pending.length, "line")} that would be lost: ${lines.slice(0, 5).join(", ")}`,
    {
      field: "file",
      next: `'whetstone lessons import ${file}' takes them over; --overwrite gives them up`,
      values: { file, lines: pending.map(({ line }) => line) },
    },
  );
}
