import type { RecordedEvent } from "../events/envelope.js";
import type { JsonObject } from "../json.js";

/** Rejected inputs that stay on record in each project: enough to see what a broken caller sends. */
export const rejectionsKept = 1_000;

/**
 * The port to a log and the views folded from it, in one transaction.
 * No call works without a project, and no transaction sees more than its own.
 */
export interface Store {
  readonly kind: string;
  /** Where a person finds it; undefined when it lives in memory. */
  readonly location: string | undefined;
  /** A consistent snapshot of one project. `work` awaits nothing but the transaction. */
  read<T>(project: string, work: (tx: ReadTransaction) => Soon<T>, options?: WaitOptions): Promise<T>;
  /**
   * All or nothing, one writer at a time. Waits its turn, then fails with `busy`. `work` awaits nothing but
   * the transaction.
   */
  write<T>(project: string, work: (tx: WriteTransaction) => Soon<T>, options?: WriteOptions): Promise<T>;
  /** Looks at the whole store as deep as it can. Slow; never writes. */
  inspect(): Promise<StoreInspection>;
  /** Copies the store as it stands to where its backups are; undefined when there is nothing to copy. */
  backUp(): Promise<string | undefined>;
  /**
   * Removes blanked content from every file the store owns, backups included. False when an old copy is still
   * in use.
   */
  scrub(): Promise<boolean>;
  /**
   * Moves the present files aside, never deletes them; with a backup, puts a copy of it in their place, after
   * checking that it is sound and holds this project. Returns where the old files are now. No other process
   * may have the store open.
   */
  restore(project: string, backup?: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface WaitOptions {
  /** How long to wait for a turn, if not as long as the store is set to. */
  readonly waitMs?: number | undefined;
  /** Rather fail with `busy` than fold a longer log again first. */
  readonly foldAtMost?: number | undefined;
}

export interface WriteOptions extends WaitOptions {
  /** Called once what was written is there to stay, before any other transaction of this store begins. */
  readonly committed?: () => void;
}

/**
 * What an adapter has at hand it gives as it is, to be awaited all the same: a promise costs as much as a
 * small row.
 */
export type Soon<T> = T | Promise<T>;

export interface ReadTransaction {
  /** The seq of the newest event, 0 for an empty log. */
  head(): Soon<number>;
  /** Events in order of seq, from the one after `seq`. */
  eventsAfter(seq: number, limit: number): Promise<readonly RecordedEvent[]>;
  eventById(id: string): Promise<RecordedEvent | undefined>;
  eventByKey(key: string): Promise<RecordedEvent | undefined>;
  /** How far each view has been folded, and by which fold. */
  marks(): Soon<Marks>;
  row(view: string, key: string): Soon<JsonObject | undefined>;
  /** Rows in order of key (by UTF-8 bytes, as databases compare), from the one after `after`. */
  rows(view: string, page: Page): Promise<readonly KeyedRow[]>;
  /** All rows of a view, or those whose keys lie strictly between two, in the same order. */
  countRows(view: string, between?: Between): Promise<number>;
  /** The newest refused inputs, newest first. */
  rejected(limit: number): Promise<readonly Rejection[]>;
  countRejected(): Promise<number>;
}

export interface WriteTransaction extends ReadTransaction {
  /** `event.seq` must be the head plus one. */
  append(event: RecordedEvent): Soon<void>;
  /** Replaces the data of an event: only for a text that a person wants forgotten. */
  blank(seq: number, data: string): Promise<void>;
  putRow(view: string, key: string, row: JsonObject): Soon<void>;
  deleteRow(view: string, key: string): Soon<void>;
  clearView(view: string): Promise<void>;
  /** Moves all rows of one view to another, which must be empty. */
  renameView(from: string, to: string): Promise<void>;
  setMarks(marks: Marks): Soon<void>;
  /** Keeps the newest `kept` rejections and drops the rest. */
  reject(rejection: Rejection, kept: number): Promise<void>;
  /** Replaces the kept input of a rejection: only for a text that a person wants forgotten. */
  blankRejection(id: string, input: string): Promise<void>;
}

export interface Mark {
  /** The fold that made the rows. */
  readonly fingerprint: string;
  /** The seq of the last event in them. */
  readonly position: number;
}
export type Marks = Readonly<Record<string, Mark>>;

export interface Page {
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

/** An input that was refused: it is no event, but a person can see what came and why it did not count. */
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
  /** Newest first. */
  readonly backups: readonly string[];
}

/** Told after each batch of a long job how many events are done, of how many. */
export type Progress = (done: number, total: number) => void;
