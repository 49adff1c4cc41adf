import * as z from "zod/mini";
import { maskSecrets } from "../../base/text/mask-secrets.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { outsideCode, stripEmphasis } from "../../reading/language/strip-markup.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import { statedRules } from "../directive/compile/stated-rules.js";
import type { DirectiveRow } from "../directive/fold/directive-row.js";
import { directives } from "../directive/fold/directives.js";
import { textRefusal } from "../directive/propose-directive.js";
import { checkText, saysSomething } from "../directive/rules/directive-text.js";
import { similarDirective } from "../directive/similar-directive.js";
import { findLessonId } from "../find-lesson.js";
import { publications } from "../fold/publications.js";
import { type NearLessons, nearLessons } from "../search/near-lessons.js";
import { type Confirmed, confirmedLessons } from "./confirmed-lessons.js";
import type { PublishedFile } from "./published-file.js";
import type { SectionEntry } from "./rules/published-section.js";
import { editedText, readPublished } from "./rules/published-text.js";
import type { Instruction } from "./rules/read-instructions.js";

const actions = ["add", "edit", "replace", "retire", "refuse"] as const;

export const importChangeOutput = z.strictObject({
  action: field(
    "add: a new lesson. edit: another text. replace: an insight or a strategy whose line was edited becomes " +
      "a rule. retire: its line was deleted. refuse: it is left as it is, for the reason given.",
    z.enum(actions),
  ),
  line: field("Where it stands in the file; null for a deleted line.", z.nullable(z.int())),
  lesson: field("The lesson that it is about; null for a new one.", z.nullable(z.string())),
  text: field("The text in the file, or that of the deleted line.", z.string()),
  before: field("The text before, where it changes.", z.nullable(z.string())),
  reason: field("Why it is refused, or what else to know.", z.nullable(z.string())),
});

export type ImportChange = z.output<typeof importChangeOutput>;

export interface ImportPlan {
  readonly changes: readonly ImportChange[];
  readonly unchanged: number;
  /** The lessons that the file speaks of, in the order of their lines. */
  readonly lessons: readonly string[];
}

/** Lessons near the rules of a file, for `planImport`. */
export function nearRules(context: Context, file: PublishedFile): Promise<NearLessons | undefined> {
  const rules = file.section?.entries ?? statedRules(file.content);
  const texts = rules.map(({ text }) => keptText(readPublished(text).text));
  return nearLessons(context, "directive", texts);
}

/** What a file says against what is known: what taking it over would change. */
export async function planImport(
  context: Context,
  reader: LedgerReader,
  file: PublishedFile,
  near: NearLessons | undefined,
): Promise<ImportPlan> {
  const { section } = file;
  const confirmed = await confirmedLessons(context, reader);
  const found: Found[] = [];
  if (section === undefined)
    for (const rule of statedRules(file.content)) found.push(await newRule(reader, plainRule(rule), near));
  else for (const entry of section.entries) found.push(await entryChange(reader, entry, confirmed, near));
  const changes = withoutRepeats(found.flatMap((each) => ("known" in each ? [] : [each])));
  const known = new Set(found.flatMap((each) => ("known" in each ? each.known : (each.lesson ?? []))));
  const published = new Set((await reader.row(publications, file.name))?.lessons);
  const gone = confirmed.filter(({ lesson }) => published.has(lesson) && !known.has(lesson));
  const deleted = section === undefined ? [] : gone.flatMap((each) => deletedLine(each, file));
  const unchanged = found.filter((each) => "known" in each).length;
  return { changes: [...changes, ...deleted], unchanged, lessons: [...known] };
}

/** A line that changes something, or the lesson that says the same already. */
type Found = ImportChange | { readonly known: string };

/** A rule that a file says twice is one lesson. */
function withoutRepeats(changes: readonly ImportChange[]): readonly ImportChange[] {
  const isFirst = ({ action, text }: ImportChange, index: number) =>
    action !== "add" || changes.findIndex((each) => each.action === "add" && each.text === text) === index;
  return changes.filter(isFirst);
}

/** A rule of an unmarked file, without marks of emphasis: the file stays as it is. */
function plainRule({ line, text }: Instruction): Instruction {
  return { line, text: outsideCode(text, stripEmphasis) };
}

/** A line of the section against the lesson that it was written for. */
async function entryChange(
  reader: LedgerReader,
  entry: SectionEntry,
  confirmed: readonly Confirmed[],
  near: NearLessons | undefined,
): Promise<Found> {
  const { line, text, edited } = entry;
  const lesson = entry.id === undefined ? undefined : await findLessonId(reader, entry.id);
  if (lesson === undefined) return newRule(reader, entry, near);
  if (!edited) return { known: lesson };
  const published = confirmed.find((each) => each.lesson === lesson);
  const row = await reader.row(directives, lesson);
  const change = { line, lesson, before: row?.text ?? published?.text ?? null, reason: null };
  if (published === undefined) return { ...change, ...refusedChange(text, retiredMeanwhile) };
  if (row !== undefined) return editOf(reader, row, { ...change, action: "edit", text }, near);
  return checkedChange({ ...change, action: "replace", text: keptText(text) });
}

const retiredMeanwhile = "it was edited here, and its lesson was retired: delete the line, or its comment";
const bracketsEdited =
  "what stands in brackets cannot be edited in the file: see 'whetstone lessons edit' and 'lessons add'";

async function editOf(
  reader: LedgerReader,
  row: DirectiveRow,
  change: ImportChange,
  near: NearLessons | undefined,
): Promise<Found> {
  const edited = editedText(change.text, row);
  if (edited === undefined) return { ...change, ...refusedChange(change.text, bracketsEdited) };
  const text = keptText(edited);
  if (text === row.text) return { known: row.lesson };
  const { same } = await similarDirective(reader, text, near, row.lesson);
  if (same !== undefined && same.status !== "archived")
    return { ...change, ...refusedChange(text, `${same.lesson} says that already: delete one of the lines`) };
  return checkedChange({ ...change, text });
}

async function newRule(
  reader: LedgerReader,
  { line, text: whole }: Instruction,
  near: NearLessons | undefined,
): Promise<Found> {
  const { text } = readPublished(whole);
  const { same } = await similarDirective(reader, keptText(text), near);
  if (same?.origin === "human" && same.status === "active") return { known: same.lesson };
  return checkedChange({ action: "add", line, lesson: null, text: whole, before: null, reason: null });
}

/** Refuses a text that no directive may have. */
function checkedChange(change: ImportChange): ImportChange {
  const { text } = change.action === "add" ? readPublished(change.text) : change;
  const door = checkText(text);
  if (!door.ok) {
    const { reason, next } = textRefusal(door);
    return { ...change, ...refusedChange(change.text, next === undefined ? reason : `${reason}: ${next}`) };
  }
  return saysSomething(door.text)
    ? change
    : { ...change, ...refusedChange(change.text, "it says nothing that could be followed") };
}

function refusedChange(text: string, reason: string): Pick<ImportChange, "action" | "text" | "reason"> {
  return { action: "refuse", text, reason };
}

/** A text as `lessons add` keeps it. */
function keptText(text: string): string {
  const door = checkText(text);
  return maskSecrets(door.ok ? door.text : text);
}

/** A lesson in force that was published into the file, unless the rest of the file says it. */
function deletedLine({ lesson, text }: Confirmed, { rest }: PublishedFile): readonly ImportChange[] {
  if (rest.compare(text)?.relation === "same") return [];
  const reason = "its line was deleted";
  return [{ action: "retire", line: null, lesson, text, before: null, reason }];
}
