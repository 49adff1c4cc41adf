import { blankInPlainText, blankTexts, forgottenMark, withJsonForms } from "../../log/events/blank-text.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { type Rejection, rejectionsKept } from "../../log/store/store.js";
import { excerptLength } from "../../verbs/call/admit.js";
import type { Context } from "../../verbs/call/context.js";
import { resetIndex } from "../search/lesson-index.js";
import { blankLesson, type ForgottenLesson } from "./forgotten-lesson.js";
import { type Remainder, searchOwnFiles } from "./search-own-files.js";

/** What is to be removed: texts in any place, and a lesson in whatever words events speak of it. */
export interface Forgotten {
  readonly texts: readonly string[];
  readonly lesson?: ForgottenLesson;
}

/** An event or a refused input with the text, as it is to be without it. */
interface Occurrences {
  readonly events: readonly { readonly type: string; readonly seq: number; readonly data: string }[];
  readonly rejections: readonly Rejection[];
}

/** Everything in the log and among the refused inputs that holds it. */
export async function findOccurrences(
  reader: LedgerReader,
  forgotten: Forgotten,
  batch: number,
): Promise<Occurrences> {
  const events: { type: string; seq: number; data: string }[] = [];
  for await (const event of wholeLog(reader, batch)) {
    const own =
      forgotten.lesson === undefined ? event.data : blankLesson(event, forgotten.lesson, forgotten.texts);
    const data = blankTexts(own, forgotten.texts);
    if (data !== event.data) events.push({ type: event.type, seq: event.seq, data });
  }
  const rejected = await reader.rejected(rejectionsKept);
  const rejections = rejected.flatMap((each) => blankedRejection(each, forgotten.texts));
  return { events, rejections };
}

export async function blankAll(writer: LedgerWriter, { events, rejections }: Occurrences): Promise<void> {
  for (const { seq, data } of events) await writer.blank(seq, data);
  for (const rejection of rejections) await writer.blankRejection(rejection);
}

export function blankLosses({ losses }: Context, texts: readonly string[]): void {
  losses.rewrite((reason) => blankTexts(reason, withJsonForms(texts)));
}

/**
 * What is left to do once the log and the notes of losses are blanked: indexes, free space, backups. Returns
 * the files that still hold one of the texts.
 */
export async function scrubFiles(context: Context, texts: readonly string[]): Promise<readonly Remainder[]> {
  context.threads.forget();
  const { store } = context.ledger;
  const scrubbed = await scrub(context);
  const remainders = searchOwnFiles(context, texts, scrubbed);
  if (store.kind !== "postgres" || scrubbed) return remainders;
  const next = "dumps, standbys and the archive of its server from before now may hold it: delete those";
  return [...remainders, { file: store.location ?? "", next }];
}

export async function scrub(context: Context): Promise<boolean> {
  // The index holds words of it: it is derived, and comes back without them.
  await resetIndex(context);
  return context.ledger.store.scrub();
}

/** How many noted losses speak of it. */
export function countLossesWith({ losses }: Context, texts: readonly string[]): number {
  const forms = withJsonForms(texts);
  return losses.list().filter(({ reason }) => blankTexts(reason, forms) !== reason).length;
}

export async function* wholeLog(
  reader: LedgerReader,
  batch: number,
): AsyncGenerator<RecordedEvent, void, undefined> {
  for (let page = await reader.recordedAfter(0, batch); page.length > 0; ) {
    yield* page;
    page = await reader.recordedAfter(page.at(-1)?.seq ?? 0, batch);
  }
}

function blankedRejection(rejection: Rejection, texts: readonly string[]): readonly Rejection[] {
  // A kept input is the beginning of a JSON text.
  const forms = withJsonForms(texts);
  // A caller may have written it as the name of a field, which is a key of the JSON.
  const blank = (text: string) => blankInPlainText(blankTexts(text, forms), forms);
  const { field, reason, input } = rejection;
  const blanked = { field: blank(field), reason: blank(reason), input: withoutCutText(blank(input), forms) };
  const same = blanked.field === field && blanked.reason === reason && blanked.input === input;
  return same ? [] : [{ ...rejection, ...blanked }];
}

/** Fewer characters of a text tell nothing of it. */
const tellingLength = 8;

/** Without the beginning of a text at the very end of an input, where the excerpt of it was cut off. */
function withoutCutText(input: string, forms: readonly string[]): string {
  if (input.length < excerptLength) return input;
  const longest = forms.map((form) => cutLength(input, form)).reduce((one, other) => Math.max(one, other), 0);
  return longest === 0 ? input : `${input.slice(0, -longest)}${forgottenMark}`;
}

function cutLength(input: string, form: string): number {
  for (let length = Math.min(form.length - 1, input.length); length >= tellingLength; length -= 1)
    if (input.endsWith(form.slice(0, length))) return length;
  return 0;
}
