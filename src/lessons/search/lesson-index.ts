import { WhetstoneError } from "../../base/errors.js";
import type { WaitOptions } from "../../log/store/ledger.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Progress } from "../../log/store/store.js";
import type { LessonSearch } from "../../search/lesson-search.js";
import type { IndexedLesson } from "../../search/project-words.js";
import type { Context } from "../../verbs/call/context.js";
import { noteLoss } from "../../verbs/call/fail-open.js";
import { forgottenCount } from "../forget/forgotten-count.js";
import { lessonShelf } from "./lesson-shelf.js";
import type { Shelf } from "./shelf.js";
import { taskShelf } from "./task-shelf.js";

export interface CatchUpOptions extends WaitOptions {
  /** The lessons, if left out. */
  readonly shelf?: Shelf;
  /** Take in no more events than this now; the next caller goes on from there. */
  readonly eventsAtMost?: number;
  readonly onProgress?: Progress | undefined;
}

const batch = 2_000;

/**
 * The search with everything in it that the log holds. The index is derived: it has its own place in the log,
 * and reads what was added since. Undefined when that is more than the caller has time for: then a part of
 * it was taken in.
 */
export async function caughtUp(
  context: Context,
  options: CatchUpOptions = {},
): Promise<LessonSearch | undefined> {
  const search = await context.search();
  // One after the other: an index reads one part of the log at a time. A caller whose turn fails gets the
  // error, and the next caller tries again.
  const turn = (turns.get(search) ?? Promise.resolve()).then(() => catchUp(context, search, options));
  turns.set(
    search,
    turn.catch(() => undefined),
  );
  return turn;
}

const turns = new WeakMap<LessonSearch, Promise<unknown>>();

/** Which of the store's logs each index was filled from, counted by its replacements. */
const logs = new WeakMap<LessonSearch, number>();

/**
 * Indexes the whole log, without a limit: for background work, and for callers who asked for it.
 */
export async function catchUpAll(context: Context, onProgress?: Progress): Promise<LessonSearch> {
  await caughtUp(context, { shelf: taskShelf, onProgress });
  const search = await caughtUp(context, { onProgress });
  if (search === undefined) throw new Error("an index without a limit is always caught up");
  for (const { keyOf } of [lessonShelf, taskShelf]) await search.save(keyOf(context.ledger.project));
  return search;
}

/**
 * Forgets what the index holds of the project, in memory and on the disk: it comes back from the log as that
 * is now.
 */
export async function resetIndex(context: Context): Promise<void> {
  const search = await context.search();
  for (const { keyOf } of [lessonShelf, taskShelf]) {
    const key = keyOf(context.ledger.project);
    aheadOf(search).delete(key);
    await search.reset(key);
  }
}

async function catchUp(
  context: Context,
  search: LessonSearch,
  options: CatchUpOptions,
): Promise<LessonSearch | undefined> {
  const { ledger } = context;
  const { shelf = lessonShelf, eventsAtMost = Number.POSITIVE_INFINITY, onProgress } = options;
  const key = shelf.keyOf(ledger.project);
  const { head, settled, moves } = await ledger.read(logEnd, options);
  await resetAfterReplacement(context, search);
  // A log that went back, as after a restore, is another log.
  if ((await search.position(key)) > settled) {
    aheadOf(search).delete(key);
    await search.reset(key);
  }
  let from = await placeIn(search, key, moves);
  const last = Math.min(head, from + eventsAtMost);
  while (from < last) {
    const { read, end, ...changes } = await ledger.read(
      (reader) => changesAfter(reader, shelf, from),
      options,
    );
    // Events have other places than those that were read so far.
    if (end.moves !== moves) return catchUp(context, search, options);
    await search.apply(key, changes);
    from = read;
    aheadOf(search).set(key, { moves, place: from });
    onProgress?.(from, head);
  }
  if (from < head) return undefined;
  if (eventsAtMost === Number.POSITIVE_INFINITY) await embedMissing(context, search, shelf, onProgress);
  return search;
}

/** How far an index has read behind the places that are final: good until events there move. */
interface Ahead {
  readonly moves: number;
  readonly place: number;
}

const ahead = new WeakMap<LessonSearch, Map<string, Ahead>>();

function aheadOf(search: LessonSearch): Map<string, Ahead> {
  const known = ahead.get(search) ?? new Map<string, Ahead>();
  ahead.set(search, known);
  return known;
}

/** The place from which an index goes on: its own, which is final, or the one that this process has reached. */
async function placeIn(search: LessonSearch, key: string, moves: number): Promise<number> {
  const position = await search.position(key);
  const reached = aheadOf(search).get(key);
  return reached?.moves === moves ? Math.max(position, reached.place) : position;
}

async function logEnd(reader: LedgerReader) {
  return { head: await reader.head(), ...(await reader.numbering()) };
}

/** What an index holds of a log that was replaced is of no use for the one in its place. */
async function resetAfterReplacement(context: Context, search: LessonSearch): Promise<void> {
  const { replacements } = context.ledger.store;
  if ((logs.get(search) ?? replacements) !== replacements) await resetIndex(context);
  logs.set(search, replacements);
}

/** After another model was chosen: the old one answers until the new one has seen every text. */
async function embedMissing(
  { ledger }: Context,
  search: LessonSearch,
  shelf: Shelf,
  onProgress?: Progress,
): Promise<void> {
  const key = shelf.keyOf(ledger.project);
  if ((await search.status(key)).missing === 0) return;
  const texts = await ledger.read(async (reader) => {
    const found: IndexedLesson[] = [];
    for (const id of await shelf.all(reader)) found.push(...definedOf(await shelf.indexed(reader, id)));
    return found;
  });
  await search.reembed(key, texts, onProgress);
}

async function changesAfter(reader: LedgerReader, shelf: Shelf, place: number) {
  const events = await reader.eventsAfter(place, batch);
  const upserts: IndexedLesson[] = [];
  const removals: string[] = [];
  for (const id of await shelf.touched(reader, events)) {
    const indexed = await shelf.indexed(reader, id);
    if (indexed === undefined) removals.push(id);
    else upserts.push(indexed);
  }
  const end = await logEnd(reader);
  const read = events.at(-1)?.seq ?? place;
  const position = Math.min(read, end.settled);
  return {
    upserts,
    removals,
    position,
    read,
    end,
    log: { head: end.settled, forgotten: await forgottenCount(reader) },
  };
}

function definedOf<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/**
 * Takes in what the log has and the index lacks, and gives every text its vector. For a server that is idle:
 * a failure is noted and not thrown.
 */
export async function catchUpIndex(context: Context): Promise<void> {
  try {
    await catchUpAll(context);
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    // A project that was closed meanwhile has lost nothing: the index goes on from its place.
    if (error.code !== "closed") noteLoss(context, "search", error.message);
  }
}
