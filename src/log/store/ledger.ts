import type { Config } from "../../base/config/settings.js";
import { WhetstoneError } from "../../base/errors.js";
import type { RecordedEvent } from "../events/envelope.js";
import type { Fold, Projection } from "../projection.js";
import { fingerprintOf, type View, versionOf } from "../view.js";
import { LedgerReader } from "./ledger-reader.js";
import type { LedgerWriter, WriterOptions } from "./ledger-writer.js";
import type { Marks, Progress, ReadTransaction, Store, TurnOptions, WriteTransaction } from "./store.js";

export interface LedgerOptions {
  readonly store: Store;
  readonly project: string;
  /** Every read model. */
  readonly views: readonly View[];
  /** How each of them is folded. Asked for when something has to be: a reader of current rows needs none. */
  readonly projections: () => Promise<readonly Projection[]>;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly newId: () => string;
  /** Changes an event before it is appended, in a project that is shared. Called by a writer. */
  readonly admit?: () => Promise<(event: RecordedEvent) => RecordedEvent>;
  /** Called while read models are rebuilt because the program or a setting changed. */
  readonly onRebuild?: Progress;
  /** Events read and folded at a time, between two reports of progress; 5000 when left out. */
  readonly batchEvents?: number;
}

/**
 * A row that many events change is read and written once in each batch, while other writers wait; then
 * progress is reported.
 */
const defaultBatchEvents = 5_000;

export interface WaitOptions extends TurnOptions {
  /** Fail with `busy` instead of folding more events than this first. */
  readonly foldAtMost?: number | undefined;
}

/** A view with the fingerprint of its rows under the settings in force. */
interface KnownView extends View {
  readonly fingerprint: string;
}

/** Views whose rows are behind the log. */
interface Stale {
  /** Folded by another version or with other settings, or never: to be rebuilt. */
  readonly outdated: readonly string[];
  /** Folded as this program does, but not up to the head. */
  readonly behind: readonly string[];
  /** How many events have to be folded. */
  readonly events: number;
}

/**
 * One project's log together with its read models. A write appends events, folds them, and puts the changed
 * rows and the marks, in one transaction; so the rows in the store are what the log says, for every process.
 * A read model that another version or another setting folded is rebuilt before it is read or written, and
 * one that lacks events, because a hub only appended them, is folded forward.
 */
export class Ledger {
  readonly project: string;
  readonly config: Config;
  readonly store: Store;
  /** Events read and folded at a time. */
  readonly batchEvents: number;
  readonly #options: LedgerOptions;
  readonly #views: readonly KnownView[];
  #folds: Promise<readonly Fold[]> | undefined;
  #writing: Promise<Writing> | undefined;
  #foundation: Ledger | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.project = options.project;
    this.config = options.config;
    this.store = options.store;
    this.batchEvents = options.batchEvents ?? defaultBatchEvents;
    this.#views = options.views.map((view) => ({
      ...view,
      fingerprint: fingerprintOf(view, options.config),
    }));
  }

  get projectionNames(): readonly string[] {
    return this.#views.map(({ name }) => name);
  }

  read<T>(work: (reader: LedgerReader) => Promise<T>, options?: WaitOptions): Promise<T> {
    return this.#readCurrent((tx) => work(new LedgerReader(tx)), options);
  }

  async write<T>(work: (writer: LedgerWriter) => Promise<T>, options?: WaitOptions): Promise<T> {
    const { LedgerWriter, options: writing } = await this.#loadWriting();
    const writeAll = async (tx: WriteTransaction, head: number, marks: Marks): Promise<T> => {
      const writer = new LedgerWriter(tx, writing, head, marks);
      const result = await work(writer);
      await writer.finish();
      return result;
    };
    return this.#whenCurrent<WriteTransaction, T>(
      (attempt) => this.store.write(this.project, (tx) => attempt(tx, writeAll, tx), options),
      options,
    );
  }

  /**
   * Adds events that another log has recorded and that were checked, and leaves the folding to whoever reads
   * next. `work` says which, from what the log has.
   */
  appendUnfolded<T>(
    work: (log: LedgerReader) => Promise<{ readonly events: readonly RecordedEvent[]; readonly result: T }>,
  ): Promise<T> {
    return this.store.write(this.project, async (tx) => {
      const { events, result } = await work(new LedgerReader(tx));
      for (const event of events) await tx.append(event);
      return result;
    });
  }

  /** Reads the log alone: views that are behind are left where they are. */
  readLog<T>(work: (log: LedgerReader) => Promise<T>): Promise<T> {
    return this.store.read(this.project, (tx) => work(new LedgerReader(tx)));
  }

  /** Closes the store. */
  close(): Promise<void> {
    return this.store.close();
  }

  /** Throws the rows of these projections (all, when none is named) away and folds the log again. */
  async rebuild(names: readonly string[] = this.projectionNames, onProgress?: Progress): Promise<number> {
    const head = await this.store.read(this.project, (tx) => tx.head());
    if (head === 0) return 0;
    const { rebuild, catchUp } = await import("./rebuild.js");
    const options = await this.#rebuilding(names);
    await rebuild({ ...options, store: this.store.foundation ?? this.store }, onProgress);
    if (this.store.foundation !== undefined) await catchUp(options, onProgress);
    return head;
  }

  /** Compares every row of the read models with a fresh fold of the log. Slow. */
  async verify(onProgress?: Progress): Promise<readonly string[]> {
    const { verify } = await import("./verify.js");
    const folds = await this.#foldsInForce();
    const below = (await this.foundation?.verify(onProgress)) ?? [];
    const options = { folds, batch: this.batchEvents };
    const whole = await this.#readCurrent((tx) => verify(tx, options, onProgress));
    return [...new Set([...below, ...whole])];
  }

  /**
   * The hub's part of a project that is shared, by itself: what is appended there has its place from the hub.
   * Undefined where rows have one layer.
   */
  get foundation(): Ledger | undefined {
    const { foundation: store } = this.store;
    if (store === undefined) return undefined;
    const { admit: _own, ...options } = this.#options;
    this.#foundation ??= new Ledger({ ...options, store });
    return this.#foundation;
  }

  /** Loads the code that writes, for callers whose time is limited. Touches no store. */
  async prepareToWrite(): Promise<void> {
    await this.#loadWriting();
  }

  #loadWriting(): Promise<Writing> {
    this.#writing ??= (async () => {
      const { LedgerWriter } = await import("./ledger-writer.js");
      const { admit, ...options } = this.#options;
      const own = admit === undefined ? {} : { admit: await admit() };
      return { LedgerWriter, options: { ...options, ...own, folds: await this.#foldsInForce() } };
    })();
    return this.#writing;
  }

  #foldsInForce(): Promise<readonly Fold[]> {
    this.#folds ??= (async () => {
      const { projections, config } = this.#options;
      const { foldOf } = await import("../projection.js");
      return (await projections()).map((projection) => foldOf(projection, config));
    })();
    return this.#folds;
  }

  async #rebuilding(names: readonly string[]) {
    const folds = (await this.#foldsInForce()).filter((fold) => names.includes(fold.name));
    return { store: this.store, project: this.project, folds, batch: this.batchEvents };
  }

  #readCurrent<T>(work: (tx: ReadTransaction) => Promise<T>, options?: WaitOptions): Promise<T> {
    return this.#whenCurrent<ReadTransaction, T>(
      (attempt, tries) =>
        // Where events come faster than they are folded, a reader folds and reads in one turn.
        tries > 1
          ? this.store.write(this.project, (tx) => attempt(tx, work, tx), options)
          : this.store.read(this.project, (tx) => attempt(tx, work), options),
      options,
    );
  }

  /**
   * Runs a transaction whose work is done only if every view is what the log says; else brings up those that
   * are not, and tries again. With `folding` the few events that views lack are folded in the transaction.
   */
  async #whenCurrent<Tx extends ReadTransaction, T>(
    transact: (attempt: Attempting<Tx, T>, tries: number) => Promise<Attempt<T>>,
    { foldAtMost = Number.POSITIVE_INFINITY }: WaitOptions = {},
  ): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      const outcome = await transact(async (tx, work, folding) => {
        const head = await tx.head();
        let marks = await tx.marks();
        let stale = staleViews(this.#views, marks, head);
        if (stale !== undefined && stale.events > foldAtMost) throw mustFold(stale.events);
        if (stale !== undefined && folding !== undefined && this.#isSoonFolded(stale)) {
          await this.#foldIn(folding, stale.behind);
          marks = await tx.marks();
          stale = staleViews(this.#views, marks, head);
        }
        return stale === undefined ? { result: await work(tx, head, marks) } : { stale };
      }, tries);
      if ("result" in outcome) return outcome.result;
      await this.#bringUp(outcome.stale);
    }
  }

  #isSoonFolded({ outdated, events }: Stale): boolean {
    return this.store.foundation === undefined && outdated.length === 0 && events <= this.batchEvents;
  }

  async #foldIn(tx: WriteTransaction, behind: readonly string[]): Promise<void> {
    const { catchUpBatch } = await import("./rebuild.js");
    await catchUpBatch(tx, await this.#rebuilding(behind));
  }

  async #bringUp({ outdated, behind }: Stale): Promise<void> {
    const { catchUp } = await import("./rebuild.js");
    if (outdated.length > 0) await this.rebuild(outdated, this.#options.onRebuild);
    if (behind.length === 0) return;
    const options = await this.#rebuilding(behind);
    const { foundation } = this.store;
    if (foundation !== undefined) await catchUp({ ...options, store: foundation }, this.#options.onRebuild);
    await catchUp(options, this.#options.onRebuild);
  }
}

/** The modules that a write needs, loaded with the first write. */
interface Writing {
  readonly LedgerWriter: typeof LedgerWriter;
  readonly options: WriterOptions;
}

type Work<Tx, T> = (tx: Tx, head: number, marks: Marks) => Promise<T>;
type Attempting<Tx, T> = (tx: Tx, work: Work<Tx, T>, folding?: WriteTransaction) => Promise<Attempt<T>>;
type Attempt<T> = { readonly result: T } | { readonly stale: Stale };

function staleViews(views: readonly KnownView[], marks: Marks, head: number): Stale | undefined {
  const outdated: string[] = [];
  const behind: string[] = [];
  let oldest = head;
  for (const view of views) {
    const mark = marks[view.name];
    if (mark?.fingerprint !== view.fingerprint) {
      if (mark !== undefined && versionOf(mark.fingerprint) > view.version) throw newerView(view, mark);
      outdated.push(view.name);
    } else if (mark.position < head) {
      behind.push(view.name);
      oldest = Math.min(oldest, mark.position);
    }
  }
  if (head === 0 || outdated.length + behind.length === 0) return undefined;
  return { outdated, behind, events: outdated.length > 0 ? head : head - oldest };
}

function newerView({ name, version }: View, { fingerprint }: { readonly fingerprint: string }) {
  return new WhetstoneError(
    "newer_format",
    `a newer version of Whetstone keeps the read model '${name}' of this project`,
    {
      next: "update Whetstone",
      values: { projection: name, version: versionOf(fingerprint), known: version },
    },
  );
}

function mustFold(events: number): WhetstoneError {
  return new WhetstoneError(
    "busy",
    `the program or a setting changed, and ${events} events have to be folded again first`,
    { next: "run 'whetstone rebuild'; any verb that may take its time does it too", values: { events } },
  );
}
