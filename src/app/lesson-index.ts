import type { WhetstoneEvent } from "../events/catalog.js";
import { directives, isDirective } from "../projections/directives.js";
import { insights, isInsight } from "../projections/insights.js";
import { strategies, strategyOf } from "../projections/strategies.js";
import type { LessonSearch } from "../search/lesson-search.js";
import type { IndexedLesson } from "../search/project-words.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Progress, WaitOptions } from "../store/store.js";
import type { Context } from "./context.js";

export interface CatchUpOptions extends WaitOptions {
  /** Rather leave the index behind than read more events than this. */
  readonly eventsAtMost?: number;
  readonly onProgress?: Progress | undefined;
}

const batch = 2_000;

/**
 * The search with everything in it that the log holds. The index is derived: it has its own place in the log, and takes in what
 * came since. Undefined when that is more than the caller has time for.
 */
export async function caughtUp(context: Context, options: CatchUpOptions = {}): Promise<LessonSearch | undefined> {
  const search = await context.search();
  // One after the other: an index takes in one piece of the log at a time.
  const turn = (turns.get(search) ?? Promise.resolve()).then(() => catchUp(context, search, options));
  turns.set(
    search,
    turn.catch(() => undefined),
  );
  return turn;
}

const turns = new WeakMap<LessonSearch, Promise<unknown>>();

async function catchUp(
  context: Context,
  search: LessonSearch,
  options: CatchUpOptions,
): Promise<LessonSearch | undefined> {
  const { ledger } = context;
  const { eventsAtMost = Number.POSITIVE_INFINITY, onProgress } = options;
  const head = await ledger.read((reader) => reader.head(), options);
  let position = await search.position(ledger.project);
  // A log that went back, as after a restore, is another log.
  if (position > head) {
    await search.reset(ledger.project);
    position = 0;
  }
  if (head - position > eventsAtMost) return undefined;
  while (position < head) {
    const changes = await ledger.read((reader) => changesAfter(reader, position), options);
    await search.apply(ledger.project, changes);
    position = changes.position;
    onProgress?.(position, head);
  }
  if (eventsAtMost === Number.POSITIVE_INFINITY) await embedMissing(context, search, onProgress);
  return search;
}

/** After another model was chosen: the old one answers until the new one has seen every lesson. */
async function embedMissing(context: Context, search: LessonSearch, onProgress?: Progress): Promise<void> {
  const { ledger } = context;
  if ((await search.status(ledger.project)).missing === 0) return;
  const lessons = await ledger.read(async (reader) => {
    const ids = [
      ...(await reader.rows(strategies)).map((row) => row.lesson),
      ...(await reader.rows(insights)).map((row) => row.lesson),
      ...(await reader.rows(directives)).map((row) => row.lesson),
    ];
    const found: IndexedLesson[] = [];
    for (const id of ids) found.push(...[await indexedOf(reader, id)].filter((each) => each !== undefined));
    return found;
  });
  await search.reembed(ledger.project, lessons, onProgress);
}

async function changesAfter(reader: LedgerReader, position: number) {
  const events = await reader.eventsAfter(position, batch);
  const touched = new Set(events.flatMap(lessonsOf));
  const upserts: IndexedLesson[] = [];
  const removals: string[] = [];
  for (const lesson of touched) {
    const indexed = await indexedOf(reader, lesson);
    if (indexed === undefined) removals.push(lesson);
    else upserts.push(indexed);
  }
  return { upserts, removals, position: events.at(-1)?.seq ?? position };
}

/** Lessons whose text, triggers or place among the living an event may change. */
function lessonsOf(event: WhetstoneEvent): readonly string[] {
  switch (event.type) {
    case "strategy-observed":
    case "lesson-observed":
    case "lesson-proposed":
    case "lesson-activated":
    case "lesson-quarantined":
    case "lesson-hardened":
    case "lesson-retired":
      return [event.data.lesson];
    case "lesson-forgotten":
      return [strategyOf(event.data.lesson)];
    default:
      return [];
  }
}

/** A lesson as the index holds it; undefined when it is not to be found. */
async function indexedOf(reader: LedgerReader, lesson: string): Promise<IndexedLesson | undefined> {
  if (isInsight(lesson)) {
    const row = await reader.row(insights, lesson);
    return row && { id: lesson, kind: "insight", text: row.text };
  }
  if (isDirective(lesson)) {
    const row = await reader.row(directives, lesson);
    if (row === undefined || row.status === "archived") return undefined;
    const { text, tags, triggers, requiredActions, forbiddenActions } = row;
    const words = [text, ...tags, ...requiredActions, ...forbiddenActions].join("\n");
    return { id: lesson, kind: "directive", text: words, triggers };
  }
  const row = await reader.row(strategies, strategyOf(lesson));
  return row && { id: row.lesson, kind: "strategy", text: row.text };
}
