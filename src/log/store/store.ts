import type { JsonObject } from "../../base/json.js";
import type { RecordedEvent } from "../events/envelope.js";

/** Rejected inputs that stay on record in each project: enough to see what a broken caller sends. */
export const rejectionsKept = 1_000;

/**
 * The port to a log of events and the views folded from it. An adapter needs nothing beyond what this file
 * states, and `store.contract.ts` tries every statement in it.
 *
 * - A store holds any number of projects. No call sees, changes or counts anything of another project.
 * - Several handles may be open on one store, in one process or in several, unless the adapter says that it
 *   cannot be shared. A transaction sees everything that was committed before it began, through any handle:
 *   an adapter may keep what it has read only if it can tell by value that nothing was written since.
 * - Calls on one handle may overlap; their transactions run in an order of the adapter's choice. Calls on one
 *   transaction never overlap: each is awaited before the next.
 * - Values come back as they were given. Every text is one that any database keeps: well-formed Unicode
 *   without U+0000 and without non-characters, which the ledger sees to (`text/well-formed.ts`). An adapter
 *   keeps no reference to what it is given and hands out nothing it keeps.
 * - Where the files of a store can be replaced or deleted under an open handle, the handle notices it at the
 *   beginning of each transaction and goes on in what is there now; a write that notices it only when it has
 *   committed fails with `replaced`. What was acknowledged is found by every handle that is opened later.
 * - Errors are `WhetstoneError`: `busy`, `closed`, `corrupt`, `replaced`, `newer_format`, `older_format`,
 *   `disk_full`, `not_writable`, and `unreachable` where a server keeps the store.
 */
export interface Store {
  readonly kind: string;
  /** Where a person finds it; undefined when it lives in memory. */
  readonly location: string | undefined;
  /**
   * How often this handle has gone on in other files than before. Anything kept that was derived from the log
   * is of no use after such a change.
   */
  readonly replacements: number;
  /**
   * The lower layer by itself, where what is read is folded in two: the hub's part of a project that is
   * shared. It is brought up first, and the rest is folded over it.
   */
  readonly foundation?: Store;
  /**
   * Runs `work` on a snapshot of one project: all its reads agree, whatever others commit meanwhile.
   * A store that does not exist yet reads as empty, and reading does not create it.
   * `work` awaits nothing but the transaction.
   */
  read<T>(project: string, work: (tx: ReadTransaction) => Promise<T>, options?: TurnOptions): Promise<T>;
  /**
   * Runs `work`, which sees its own changes at once, and commits all of them or none.
   * None if `work` throws, if a change is refused, or if the process ends before the promise is fulfilled
   * (where it ends in the middle of the commit, all or none). Once the promise is fulfilled the changes are
   * durable: they survive the end of the process.
   * A project has one writer at a time. The others wait for their turn, at most `waitMs`, and then fail with
   * `busy`, having written nothing. `work` runs at most once and awaits nothing but the transaction.
   */
  write<T>(project: string, work: (tx: WriteTransaction) => Promise<T>, options?: TurnOptions): Promise<T>;
  /**
   * Checks the whole store as deeply as the adapter can. Slow; changes nothing. With `quick` it takes no longer
   * for many events, where the adapter can look at less.
   */
  inspect(options?: InspectOptions): Promise<StoreInspection>;
  /** Copies the store to its place for backups; undefined when there is nothing to copy. */
  backUp(): Promise<string | undefined>;
  /**
   * Removes blanked content from every file the store owns, backups included. False when an old copy is still
   * in use.
   */
  scrub(): Promise<boolean>;
  /**
   * Whether content was blanked and no `scrub` has run to its end since, for an adapter whose files may still
   * hold it then: a process may end between the two.
   */
  isScrubOwed?(): Promise<boolean>;
  /**
   * Moves the present data aside, never deletes it; with a backup, puts a copy of it in their place, after
   * checking that it is sound and holds this project. Returns where the old data is now. Waits until no
   * transaction runs, as a writer does, and fails with `busy`, having changed nothing; where the data is so
   * damaged that nothing can be locked, it does not wait. Other handles go on in what is there afterwards.
   */
  restore(project: string, backup?: string): Promise<readonly string[]>;
  /** Waits for running transactions. Every later call but `restore` and `inspect` fails with `closed`. */
  close(): Promise<void>;
}

export interface InspectOptions {
  readonly quick?: boolean;
}

export interface TurnOptions {
  /** How long to wait for a turn; as long as the store is configured to wait, if not given. */
  readonly waitMs?: number | undefined;
  /** Asked now and then by a store that waits: true ends the wait as if its time had passed. */
  readonly isOver?: (() => boolean) | undefined;
  /** Called by a store that waits and sees that another had its turn, with the time waited since the last. */
  readonly onOthersTurn?: ((waitedMs: number) => void) | undefined;
}

export interface ReadTransaction {
  /** The seq of the newest event, 0 for an empty log. */
  head(): Promise<number>;
  /** Which places are final, where not all are. */
  numbering?(): Promise<Numbering>;
  /** At most `limit` events in order of seq, from the one after `seq`. */
  eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]>;
  /** Must stay fast in a log of millions, as must `eventByKey`. */
  eventById(id: string): Promise<RecordedEvent | undefined>;
  eventByKey(key: string): Promise<RecordedEvent | undefined>;
  /**
   * The events that have one of these ids or keys, in any order, for an adapter to which every question is
   * a journey. Who asks one that has no such call asks for one after the other.
   */
  eventsWith?(ids: readonly string[], keys: readonly string[]): Promise<readonly RecordedEvent[]>;
  /** The marks of the last `setMarks`; `{}` before the first. */
  marks(): Promise<Marks>;
  /** The rows with these keys, in the order of the keys; undefined where there is none. */
  getRows(keys: readonly RowKey[]): Promise<readonly (JsonObject | undefined)[]>;
  /** A page of a view in order of key, by UTF-8 bytes. Must not read what lies before or after the page. */
  listRows(view: string, page: Page): Promise<readonly KeyedRow[]>;
  /** The number of rows of a view, or of those whose keys lie strictly between two, in the same order. */
  countRows(view: string, between?: Between): Promise<number>;
  /** The newest rejected inputs, newest first. */
  rejected(limit: number): Promise<readonly Rejection[]>;
  countRejected(): Promise<number>;
}

export interface WriteTransaction extends ReadTransaction {
  /**
   * Adds an event at the end of the log. The whole transaction is refused, now or at its commit, if `seq` is
   * not the head plus one, or if the project already has an event with this id or this key.
   */
  append(event: RecordedEvent): Promise<void>;
  /** Replaces the data of an event: only for a text that a person wants forgotten. */
  blank(seq: number, data: string): Promise<void>;
  /** Puts each row in the place of the one with its key, or removes that where `row` is undefined. */
  putRows(changes: readonly RowChange[]): Promise<void>;
  clearView(view: string): Promise<void>;
  /** Moves all rows of one view to another, which must be empty. Must not take longer for many rows. */
  renameView(from: string, to: string): Promise<void>;
  /** Replaces the marks of all views. */
  setMarks(marks: Marks): Promise<void>;
  /** Keeps the newest `kept` rejections and drops the rest. Ids sort by time. */
  reject(rejection: Rejection, kept: number): Promise<void>;
  /** Replaces the rejection with this id: only for a text that a person wants forgotten. */
  blankRejection(rejection: Rejection): Promise<void>;
}

/** In a project that is shared with a hub, the hub gives the places; own events have others until then. */
export interface Numbering {
  /** The last place that is final. */
  readonly settled: number;
  /** How often events behind that place got other places or went away. */
  readonly moves: number;
}

export interface Mark {
  /** The fold that made the rows. */
  readonly fingerprint: string;
  /** The seq of the last event in them. */
  readonly position: number;
}
/** By view: how far its rows have been folded, and by which fold. */
export type Marks = Readonly<Record<string, Mark>>;

export interface RowKey {
  readonly view: string;
  readonly key: string;
}

export interface RowChange extends RowKey {
  readonly row: JsonObject | undefined;
}

export interface Page {
  /** The key before the page; not given for the first one. */
  readonly after?: string;
  readonly limit: number;
}

export interface Between {
  readonly after: string;
  readonly before: string;
}

export interface KeyedRow {
  readonly key: string;
  readonly row: JsonObject;
}

/** A refused input: not an event, but kept so that a person can see it and the reason. */
export interface Rejection {
  readonly id: string;
  readonly at: string;
  readonly verb: string;
  readonly field: string;
  readonly reason: string;
  /** The beginning of the input. */
  readonly input: string;
}

export interface StoreInspection {
  readonly exists: boolean;
  readonly sizeBytes: number;
  /** Plain sentences, empty when all is well. */
  readonly problems: readonly string[];
  /** It is not damaged, but of another version of Whetstone: what to do about that. */
  readonly otherFormat?: string;
  /** Newest first. */
  readonly backups: readonly string[];
  /** Those that could not be restored; with `quick`, as far as that can be seen without reading them whole. */
  readonly damagedBackups?: readonly DamagedBackup[];
}

export interface DamagedBackup {
  readonly file: string;
  readonly problem: string;
}

/** Called after each batch of a long job. */
export type Progress = (done: number, total: number) => void;
