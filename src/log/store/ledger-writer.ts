import type { Config } from "../../base/config/settings.js";
import type { JsonObject } from "../../base/json.js";
import { maskSecrets } from "../../base/text/mask-secrets.js";
import { mayHoldUnstorable, wellFormed, wellFormedValue } from "../../base/text/well-formed.js";
import {
  currentVersion,
  type EventData,
  type EventOf,
  type EventType,
  readEvent,
  type WhetstoneEvent,
} from "../events/catalog.js";
import type { RecordedEvent } from "../events/envelope.js";
import { isoTime } from "../events/time.js";
import type { Fold } from "../projection.js";
import { FoldedRows } from "./folded-rows.js";
import { LedgerReader } from "./ledger-reader.js";
import { listsOf } from "./sorted-lists.js";
import {
  type Marks,
  type ReadTransaction,
  type Rejection,
  rejectionsKept,
  type WriteTransaction,
} from "./store.js";

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
}

/** A recorded event, and how it is read, where the caller knows that. */
export interface Incoming {
  readonly recorded: RecordedEvent;
  readonly read?: WhetstoneEvent | undefined;
}

export interface WriterOptions {
  readonly project: string;
  readonly folds: readonly Fold[];
  readonly config: Config;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly admit?: (event: RecordedEvent) => RecordedEvent;
}

/** More than one transaction looks back at. */
const recentKept = 1_000;
/** A long transaction writes its rows after this many events, since it may change a million of them. */
const settledAfter = 1_000;

/**
 * The only way into the log. Every text that it writes is well-formed, wherever it came from: a name may be
 * an option of the program, and a rule may cut a text between the halves of a character.
 * Appends events and folds each at once, so that what is read next in the same transaction already knows it.
 * `finish` writes the folded rows and the marks: events, rows and marks are committed together.
 */
export class LedgerWriter extends LedgerReader {
  readonly #tx: WriteTransaction;
  readonly #options: WriterOptions;
  readonly #marks: Marks;
  readonly #started: number;
  #rows: FoldedRows;
  #head: number;
  /** The newest event whose rows are written, at the least. */
  #settled: number;
  #happened: string | undefined;
  /** The newest events that were appended or looked at one by one. */
  readonly #recent = new Map<number, WhetstoneEvent>();

  /** Every view is folded up to `head`. */
  constructor(tx: WriteTransaction, options: WriterOptions, head: number, marks: Marks) {
    super(tx);
    this.#tx = tx;
    this.#options = options;
    this.#marks = marks;
    this.#started = head;
    this.#head = head;
    this.#settled = head;
    this.#rows = new FoldedRows(tx);
  }

  /** Sets the time of the events appended from here on, for imports of past events. */
  happenedAt(at: string): void {
    this.#happened = at;
  }

  async append<Type extends EventType>(draft: Draft<Type>): Promise<EventOf<Type>> {
    const [event] = await this.appendAll([draft]);
    return event as EventOf<Type>;
  }

  /** Appends several events in their order. The rows that they change are read at once. */
  appendAll<Type extends EventType>(drafts: readonly Draft<Type>[]): Promise<readonly EventOf<Type>[]> {
    const recorded = drafts.map((draft, at) => ({ recorded: this.#recordedAs(draft, this.#head + 1 + at) }));
    return this.takeIn(recorded) as Promise<readonly EventOf<Type>[]>;
  }

  /** An event as the log would hold it: a shared project does not take in everything as it was given. */
  asKept<Type extends EventType>(draft: Draft<Type>): EventOf<Type> {
    const recorded = this.#recordedAs(draft, this.#head + 1, "");
    return readEvent(this.#options.admit?.(recorded) ?? recorded) as EventOf<Type>;
  }

  /**
   * Appends an event that another log has recorded; only its place is new. It is read back as the log has it,
   * unless the caller has done that: what a fold sees now must be what a rebuild will see.
   */
  async appendRecorded(recorded: RecordedEvent, read?: WhetstoneEvent): Promise<WhetstoneEvent> {
    const [event] = await this.takeIn([{ recorded, read }]);
    return event as WhetstoneEvent;
  }

  #recordedAs<Type extends EventType>(
    draft: Draft<Type>,
    seq: number,
    id = this.#options.newId(),
  ): RecordedEvent {
    const { type, data, actor, origin, run, task, key } = draft;
    const { at = this.#happened ?? isoTime(this.#options.clock()) } = draft;
    const recorded: { -readonly [Field in keyof RecordedEvent]: RecordedEvent[Field] } = {
      id,
      project: this.#options.project,
      seq,
      type,
      at,
      actor: wellFormed(actor),
      origin: wellFormed(origin),
      v: currentVersion(type),
      data: JSON.stringify(data),
    };
    if (mayHoldUnstorable(recorded.data)) recorded.data = JSON.stringify(wellFormedValue(data));
    if (run !== undefined) recorded.run = wellFormed(run);
    if (task !== undefined) recorded.task = wellFormed(task);
    if (key !== undefined) recorded.key = wellFormed(key);
    return recorded;
  }

  protected async takeIn(given: readonly Incoming[]): Promise<readonly WhetstoneEvent[]> {
    const events: WhetstoneEvent[] = [];
    for (const { recorded: own, read } of given) {
      const recorded = this.#options.admit?.(own) ?? own;
      events.push(recorded === own && read !== undefined ? read : readEvent(recorded));
      await this.#tx.append(recorded);
      this.#head = recorded.seq;
    }
    await this.#rows.fold(events, this.#options.folds);
    for (const event of events) this.#keepRecent(event);
    if (this.#head - this.#settled >= settledAfter) await this.#settle();
    return events;
  }

  async #settle(): Promise<void> {
    await this.#rows.flush(this.#tx);
    this.#rows = new FoldedRows(this.#tx);
    this.#settled = this.#head;
  }

  /** Work on many calls looks back at the same few events: one that was just seen is not read again. */
  override async eventsAfter(seq: number, limit: number): Promise<readonly WhetstoneEvent[]> {
    const known = limit === 1 ? this.#recent.get(seq + 1) : undefined;
    if (known !== undefined) return [known];
    const events = await super.eventsAfter(seq, limit);
    const [only] = events;
    if (limit === 1 && only !== undefined) this.#keepRecent(only);
    return events;
  }

  #keepRecent(event: WhetstoneEvent): void {
    this.#recent.set(event.seq, event);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > recentKept && oldest !== undefined) this.#recent.delete(oldest);
  }

  protected override rowsNow(
    view: string,
    keys: readonly string[],
  ): Promise<readonly (JsonObject | undefined)[]> {
    return this.#rows.get(view, keys);
  }

  reject(rejection: Omit<Rejection, "id" | "at">): Promise<void> {
    const { newId, clock } = this.#options;
    const { verb, field, reason, input } = wellFormedValue(rejection);
    // A field may have the name, and a reason the words, that the caller gave.
    const texts = { field: maskSecrets(field), reason: maskSecrets(reason), input: maskSecrets(input) };
    const row = { verb, ...texts, id: newId(), at: isoTime(clock()) };
    return this.#tx.reject(row, rejectionsKept);
  }

  blank(seq: number, data: string): Promise<void> {
    this.#recent.delete(seq);
    return this.#tx.blank(seq, data);
  }

  blankRejection(rejection: Rejection): Promise<void> {
    return this.#tx.blankRejection(rejection);
  }

  /**
   * Empties every read model and folds the whole log again, here and now: for a log whose past was blanked.
   */
  async foldAgain(batch: number): Promise<void> {
    const { folds } = this.#options;
    for (const { name } of folds) {
      await this.#tx.clearView(name);
      await this.#tx.clearView(listsOf(name));
    }
    for (let seq = 0; seq < this.#head; ) {
      // Rows from before may hold what was blanked: none of them may be written.
      this.#rows = new FoldedRows(this.#tx);
      const events = await this.eventsAfter(seq, batch);
      await this.#rows.fold(events, folds);
      await this.#rows.flush(this.#tx);
      seq = events.at(-1)?.seq ?? this.#head;
    }
  }

  /** Writes the folded rows, and marks every view as folded up to the last event. Must be called last. */
  async finish(): Promise<void> {
    await this.#rows.flush(this.#tx);
    if (this.#head === this.#started) return;
    const marks = { ...this.#marks };
    for (const { name, fingerprint } of this.#options.folds)
      marks[name] = { fingerprint, position: this.#head };
    await this.#tx.setMarks(marks);
  }

  protected override async listing(): Promise<ReadTransaction> {
    await this.#rows.flush(this.#tx);
    return this.#tx;
  }
}
