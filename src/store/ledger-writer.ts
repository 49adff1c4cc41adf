import type { Config } from "../config/settings.js";
import {
  currentVersion,
  type EventData,
  type EventOf,
  type EventType,
  readEvent,
} from "../events/catalog.js";
import type { RecordedEvent } from "../events/envelope.js";
import { isoTime } from "../events/time.js";
import type { Fold } from "../projections/projection.js";
import type { ViewOf } from "../projections/view.js";
import { foldEvent } from "./fold-event.js";
import { LedgerReader } from "./ledger-reader.js";
import { Present } from "./present.js";
import { RowCache } from "./row-cache.js";
import { listsOf } from "./sorted-lists.js";
import { type Rejection, rejectionsKept, type Soon, type WriteTransaction } from "./store.js";

/** An event before the log has given it an id, a place and a time. */
export interface Draft<Type extends EventType> {
  readonly type: Type;
  readonly data: EventData<Type>;
  readonly actor: string;
  readonly origin: string;
  readonly run?: string | undefined;
  readonly task?: string | undefined;
  readonly key?: string | undefined;
  /** When it happened, if that was not now. */
  readonly at?: string | undefined;
  /**
   * Says that a fold cannot tell `data` from what a reader of the log will see: it asks for the fields by
   * name, and none is -0. Then it need not be read back, which is worth it for what every outcome writes.
   */
  readonly exact?: boolean;
}

export interface WriterOptions {
  readonly project: string;
  readonly folds: readonly Fold[];
  readonly config: Config;
  readonly clock: () => number;
  /** A new id, for the event at this place or for none (0). */
  readonly newId: (place: number) => string;
}

/**
 * Appends events and folds each at once, so that what is read next in the same transaction already knows it.
 */
export class LedgerWriter extends LedgerReader {
  readonly #tx: WriteTransaction;
  readonly #options: WriterOptions;
  readonly #rows: RowCache;
  #head: number;

  /** `rows` has what the events up to the head have changed. */
  constructor(tx: WriteTransaction, options: WriterOptions, head: number, rows: RowCache) {
    super(new Present(tx, rows));
    this.#tx = tx;
    this.#options = options;
    this.#head = head;
    this.#rows = rows;
  }

  append<Type extends EventType>(draft: Draft<Type>): Promise<EventOf<Type>> {
    const { type, data, actor, origin, run, task, key, at = isoTime(this.#options.clock()) } = draft;
    const seq = this.#head + 1;
    const recorded: { -readonly [Field in keyof RecordedEvent]: RecordedEvent[Field] } = {
      id: this.#options.newId(seq),
      project: this.#options.project,
      seq,
      type,
      at,
      actor,
      origin,
      v: currentVersion(type),
      data: JSON.stringify(data),
    };
    if (run !== undefined) recorded.run = run;
    if (task !== undefined) recorded.task = task;
    if (key !== undefined) recorded.key = key;
    // Read back as the log holds it: what a fold sees now must be what a rebuild will see.
    const event = draft.exact === true ? { ...recorded, data } : readEvent(recorded);
    return this.#append(recorded, event as EventOf<EventType>) as Promise<EventOf<Type>>;
  }

  /** Appends an event that another log has recorded; only its place is new. */
  appendRecorded(recorded: RecordedEvent): Promise<EventOf<EventType>> {
    return this.#append(recorded, readEvent(recorded));
  }

  async #append(recorded: RecordedEvent, event: EventOf<EventType>): Promise<EventOf<EventType>> {
    const appending = this.#tx.append(recorded);
    if (appending !== undefined) await appending;
    this.#head = recorded.seq;
    const loading = foldEvent(this.#rows, this.#options.folds, event);
    if (loading !== undefined) await loading;
    return event;
  }

  override row<Row extends object>(view: ViewOf<Row>, key: string): Soon<Row | undefined> {
    return this.#rows.get(view.name, key) as Soon<Row | undefined>;
  }

  reject(rejection: Omit<Rejection, "id" | "at">): Promise<void> {
    const { newId, clock } = this.#options;
    return this.#tx.reject({ ...rejection, id: newId(0), at: isoTime(clock()) }, rejectionsKept);
  }

  blank(seq: number, data: string): Promise<void> {
    return this.#tx.blank(seq, data);
  }

  blankRejection(id: string, input: string): Promise<void> {
    return this.#tx.blankRejection(id, input);
  }

  /**
   * Empties every read model and folds the whole log again, here and now: for a log whose past was blanked.
   */
  async foldAgain(batch: number): Promise<void> {
    for (const { name } of this.#options.folds) {
      await this.#tx.clearView(name);
      await this.#tx.clearView(listsOf(name));
    }
    let rows = new RowCache(this.#tx);
    for (
      let seq = 0, events = await this.eventsAfter(0, batch);
      events.length > 0;
      events = await this.eventsAfter(seq, batch)
    ) {
      for (const event of events) {
        await foldEvent(rows, this.#options.folds, event);
        seq = event.seq;
      }
      await rows.flush(this.#tx);
      rows = new RowCache(this.#tx);
    }
    // Rows from before may hold what was blanked: none of them may be written or kept.
    this.#rows.clear();
    await this.#mark();
  }

  /** Writes the changed rows to the store and marks every read model as folded up to here. */
  async settle(): Promise<void> {
    await this.#rows.flush(this.#tx);
    await this.#mark();
  }

  async #mark(): Promise<void> {
    const position = this.#head;
    const marks = { ...(await this.#tx.marks()) };
    for (const { name, fingerprint } of this.#options.folds) marks[name] = { fingerprint, position };
    await this.#tx.setMarks(marks);
  }
}
