import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import type { Context } from "../app/context.js";
import { callerInput } from "../app/envelope-input.js";
import { field } from "../app/field.js";
import { lessonIdOf, lessonInput, standingOf } from "../app/find-lesson.js";
import { blankInsight } from "../app/forget-insight.js";
import type { Immutable } from "../app/immutable.js";
import { resetIndex } from "../app/lesson-index.js";

import { sameInsight } from "../app/same-or-opposite.js";
import { blankTexts } from "../events/blank-text.js";
import { readEvent } from "../events/catalog.js";
import type { RecordedEvent } from "../events/envelope.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { rejectionsKept } from "../store/store.js";
import { oneLine } from "../text/one-line.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption, neededUnlessDryRun, personInput } from "./parts/person-input.js";

const remainder = z.strictObject({ file: z.string(), next: z.string() });

const output = z.strictObject({
  lesson: field("The lesson's id.", z.string()),
  texts: field(
    "For a dry run, the text in every form in which it was recorded; empty once it is gone.",
    z.array(z.string()),
  ),
  blankedEvents: field("The number of events whose text was removed, or would be.", z.int()),
  blankedRejections: field("The number of refused inputs whose text was removed, or would be.", z.int()),
  tombstone: field("The id of the tombstone; null for a dry run.", z.nullable(z.string())),
  remains: field(
    "Files of Whetstone in which the text can still be found, each with what to do about it.",
    z.array(remainder),
  ),
});

export const verb = defineVerb({
  name: "lessons forget",
  group: "Lessons",
  summary: "Remove a lesson's text everywhere and leave a tombstone",
  description: `Removes the text of a lesson from the log, the read models, the refused inputs and the \
backups that Whetstone made, and leaves an event that says when, by whom and why, but not what. Then it \
looks into its own files for the text and names any that still hold it.

This cannot be undone. It shows what it will do and asks first.`,
  examples: [
    { run: "whetstone lessons forget strategy-8654dd93951d --dry-run", about: "See what would go:" },
    {
      run: 'whetstone lessons forget strategy-8654dd93951d --reason "names a customer"',
      about: "Forget it:",
    },
  ],
  caller: "person",
  input: z.strictObject({
    lesson: lessonInput,
    ...personInput,
    ...callerInput,
  }),
  output,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    confirm: (preview) => ({ question: `Remove ${removed(preview)}? It cannot be undone.` }),
    render: (result, style) =>
      result.tombstone === null
        ? `Would remove ${removed(result)}.`
        : [
            `Forgot ${style.bold(result.lesson)}: blanked in ${result.blankedEvents} events and ` +
              `${result.blankedRejections} refused inputs.`,
            `  tombstone ${result.tombstone}`,
            ...result.remains.map(({ file, next }) => style.yellow(`  still in ${file}: ${next}`)),
          ].join("\n"),
  },
  check: (_context, input) => neededUnlessDryRun(input, ["reason"]),
  run: (context, { dryRun, ...input }) => (dryRun ? preview(context, input.lesson) : forget(context, input)),
});

type Result = z.output<typeof output>;

function removed({ lesson, texts, blankedEvents }: Immutable<Result>): string {
  const quoted = texts.map((text) => `"${oneLine(text, 80)}"`).join(", ");
  return `the text of ${lesson} (${quoted}) from ${blankedEvents} events`;
}

async function preview(context: Context, given: string): Promise<Result> {
  const batch = context.ledger.batchEvents;
  return context.ledger.read(async (reader) => {
    const target = await targetOf(context, reader, given, batch);
    const { length: blankedEvents } = await eventsHolding(reader, target, batch);
    const nothing = { blankedRejections: 0, tombstone: null, remains: [] };
    return { lesson: target.id, texts: [...target.texts], blankedEvents, ...nothing };
  });
}

interface Forgetting {
  readonly lesson: string;
  readonly reason?: string | undefined;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

async function forget(context: Context, input: Forgetting): Promise<Result> {
  const { reason = "", actor = context.actor, origin = context.origin } = input;
  const batch = context.ledger.batchEvents;
  const { texts, ...done } = await context.ledger.write(async (writer) => {
    const target = await targetOf(context, writer, input.lesson, batch);
    const { texts } = target;
    const blankedEvents = await blankEvents(writer, target, batch);
    const blankedRejections = await blankRejections(writer, texts, rejectionsKept);
    const data = { lesson: target.lesson, kind: target.kind, reason, blankedEvents };
    // The same words of another role are the same text, and go with it.
    for (const each of target.others) {
      await writer.append({ type: "lesson-forgotten", data: { ...data, lesson: each }, actor, origin });
    }
    const tombstone = await writer.append({ type: "lesson-forgotten", data, actor, origin });
    await writer.foldAgain(batch);
    return { lesson: target.id, texts, blankedEvents, blankedRejections, tombstone: tombstone.id };
  });
  // The index holds words of it: it is derived, and comes back without them.
  await resetIndex(context);
  const scrubbed = await context.ledger.store.scrub();
  return { ...done, texts: [], remains: findRemains(context, texts, scrubbed) };
}

/** A lesson with every text it was recorded in, and the events that hold it in words of their own. */
interface Target {
  /** The id that people see. */
  readonly id: string;
  /** The id that events name it by. */
  readonly lesson: string;
  readonly kind: "strategy" | "anti_pattern" | "insight" | "directive";
  readonly texts: readonly string[];
  /** The same insight of other roles. */
  readonly others: readonly string[];
  /** The deliberations it was taken from. */
  readonly sources: ReadonlySet<string>;
}

async function targetOf(
  context: Context,
  reader: LedgerReader,
  given: string,
  batch: number,
): Promise<Target> {
  const id = await lessonIdOf(reader, given);
  const { lesson, kind } = await standingOf(context, reader, id);
  const same = kind === "insight" ? (await sameInsight(reader, lesson)).map((row) => row.lesson) : [lesson];
  const isIt = (named: string) => same.includes(named);
  const texts = new Set<string>();
  const sources = new Set<string>();
  for await (const event of wholeLog(reader, batch)) {
    const { type, data } = readEvent(event);
    if (type === "strategy-observed" && data.lesson === lesson) texts.add(data.text);
    if (type === "lesson-confirmed" && data.lesson === lesson) texts.add(data.text);
    if ((type === "lesson-proposed" || type === "lesson-hardened") && data.lesson === lesson)
      for (const text of textsOfDirective(data)) texts.add(text);
    // A line of a prompt may be a whole summary, in which the lesson stands in other words.
    if (type === "lesson-exposed" && isIt(data.lesson) && kind === "insight") texts.add(data.text);
    if (type !== "lesson-observed" || !isIt(data.lesson)) continue;
    texts.add(data.text);
    sources.add(data.deliberation);
  }
  return { id, lesson, kind, texts: [...texts], sources, others: same.filter((each) => each !== lesson) };
}

/** A directive says what it says in several places. Short words are in everybody's texts, and stay. */
function textsOfDirective(data: object): readonly string[] {
  const { text, requiredActions, forbiddenActions, verificationChecks, triggers } = data as Partial<
    Record<string, readonly string[] | string>
  >;
  const lists = [requiredActions, forbiddenActions, verificationChecks, triggers].flatMap(
    (list) => list ?? [],
  );
  return [
    ...(typeof text === "string" ? [text] : []),
    ...lists.filter((each) => each.length >= shortestForgotten),
  ];
}

const shortestForgotten = 12;

async function* wholeLog(
  reader: LedgerReader,
  batch: number,
): AsyncGenerator<RecordedEvent, void, undefined> {
  for (let page = await reader.recordedAfter(0, batch); page.length > 0; ) {
    yield* page;
    page = await reader.recordedAfter(page.at(-1)?.seq ?? 0, batch);
  }
}

async function eventsHolding(
  reader: LedgerReader,
  target: Target,
  batch: number,
): Promise<{ seq: number; data: string }[]> {
  const found: { seq: number; data: string }[] = [];
  for await (const event of wholeLog(reader, batch)) {
    const data = blankTexts(
      target.kind === "insight" ? blankInsight(event, target) : event.data,
      target.texts,
    );
    if (data !== event.data) found.push({ seq: event.seq, data });
  }
  return found;
}

async function blankEvents(writer: LedgerWriter, target: Target, batch: number): Promise<number> {
  const holding = await eventsHolding(writer, target, batch);
  for (const { seq, data } of holding) await writer.blank(seq, data);
  return holding.length;
}

/** A kept input is the beginning of a JSON text, so the text may stand there in its JSON form. */
async function blankRejections(
  writer: LedgerWriter,
  texts: readonly string[],
  kept: number,
): Promise<number> {
  const forms = [...texts, ...texts.map(inJson)];
  let count = 0;
  for (const { id, input } of await writer.rejected(kept)) {
    const blanked = blankTexts(input, forms);
    if (blanked === input) continue;
    await writer.blankRejection(id, blanked);
    count += 1;
  }
  return count;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Looks for the text's bytes in every file we keep for this project. */
function findRemains(
  { places }: Context,
  texts: readonly string[],
  scrubbed: boolean,
): z.output<typeof remainder>[] {
  const needles = [...texts, ...texts.map(inJson)].map((text) => Buffer.from(text));
  return [...filesBelow(places.data), ...filesBelow(places.folder)]
    .filter((file) => {
      const bytes = readFileSync(file);
      return needles.some((needle) => bytes.includes(needle));
    })
    .map((file) => ({
      file,
      next: file.startsWith(places.folder)
        ? "delete this file, or write it again"
        : scrubbed
          ? "delete this file if you do not need it"
          : "another process still reads the store: stop it and forget again",
    }));
}

function filesBelow(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
