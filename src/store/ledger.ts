import type { Config } from "../config/settings.js";
import { WhetstoneError } from "../errors.js";
import type { Fold, Projection } from "../projections/projection.js";
import { fingerprintOf, type View } from "../projections/view.js";
import { LatestRows, mostKept } from "./latest-rows.js";
import { LedgerReader } from "./ledger-reader.js";
import type { LedgerWriter, WriterOptions } from "./ledger-writer.js";
import { Present } from "./present.js";
import type { RowCache } from "./row-cache.js";
import { SoonAfter } from "./soon-after.js";
import { type KnownView, type Standing, standingOf, toRebuild } from "./standing.js";
import type { Progress, ReadTransaction, Soon, Store, WaitOptions, WriteTransaction } from "./store.js";

export interface LedgerOptions {
  readonly store: Store;
  readonly project: string;
  /** Every read model. */
  readonly views: readonly View[];
  /**
   * How each of them is folded. Asked for when something has to be: whoever reads rows that are up to date
   * needs none.
   */
  readonly projections: () => Promise<readonly Projection[]>;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A new id, for the event at this place or for none (0). */
  readonly newId: (place: number) => string;
  /** Told when read models are rebuilt, because the program or a setting changed. */
  readonly onRebuild?: Progress;
  /** Events read and folded at a time, between two reports of progress; 1000 when left out. */
  readonly batchEvents?: number;
}

/** Some megabytes of events in memory, and a report of progress several times a second. */
const defaultBatchEvents = 1_000;

/** What a write needs, loaded with the first. */
interface Writing {
  readonly LedgerWriter: typeof LedgerWriter;
  readonly options: WriterOptions;
}

/**
 * After so many events at most a writer brings the store's rows up to the log. More often it would write the
 * rows that every outcome changes more often.
 */
const settledEvery = 512;

/**
 * And after so long at most, also where nobody closes the ledger: a process that starts and finds them so
 * need not even load the folds, which takes longer than folding.
 */
const settledWithinMs = 250;

/**
 * Changed rows, and those of them that stand in sorted lists: with many more, whoever reads lists would
 * notice.
 */
const changedRowsKept = 1_000;
const listedRowsKept = 64;

/**
 * One project's log together with its read models, which never lag behind it: whoever reads or writes folds
 * what the store's rows do not have yet in the same transaction, and a read model that another version or
 * another setting folded is rebuilt before anyone reads it.
 */
export class Ledger {
  readonly project: string;
  readonly config: Config;
  readonly store: Store;
  /** Events read and folded at a time. */
  readonly batchEvents: number;
  readonly #options: LedgerOptions;
  readonly #views: readonly KnownView[];
  readonly #latest = new LatestRows(() => this.#foldsInForce());
  // A fault of ours has nobody to hear it here; it comes again when a write settles, or the close.
  readonly #settling = new SoonAfter(() => this.#trySettle().catch(() => undefined), settledWithinMs);
  #folds: Promise<readonly Fold[]> | undefined;
  #writing: Writing | undefined;
  #standing: Standing | undefined;
  /** Whether a write of ours has left rows to settle. */
  #unsettled = false;

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

  read<T>(work: (reader: LedgerReader) => Soon<T>, options?: WaitOptions): Promise<T> {
    return this.#readPresent((present) => work(new LedgerReader(present)), options);
  }

  write<T>(work: (writer: LedgerWriter) => Soon<T>, options?: WaitOptions): Promise<T> {
    return this.#write(work, false, options);
  }

  /** Brings the store's rows up to the log, so that nobody has to fold what we wrote again. */
  async settle(options?: WaitOptions): Promise<void> {
    if (this.#unsettled) await this.#write(() => undefined, true, options);
  }

  /** Closes the store. */
  async close(): Promise<void> {
    try {
      await this.#trySettle();
    } finally {
      await this.store.close();
    }
  }

  /** Throws the rows of these projections (all, when none is named) away and folds the log again. */
  async rebuild(names: readonly string[] = this.projectionNames, onProgress?: Progress): Promise<number> {
    const { rebuild } = await import("./rebuild.js");
    const folds = (await this.#foldsInForce()).filter((fold) => names.includes(fold.name));
    return rebuild({ store: this.store, project: this.project, folds, batch: this.batchEvents }, onProgress);
  }

  /**
   * Compares every row of the read models with a fresh fold of the log, after bringing stale ones up. Slow.
   */
  async verify(onProgress?: Progress): Promise<readonly string[]> {
    const { verify } = await import("./verify.js");
    const folds = await this.#foldsInForce();
    return this.#readPresent((present) => verify(present, { folds, batch: this.batchEvents }, onProgress));
  }

  /**
   * Loads the code that writes, once: whoever is short of time does it before the time begins. Touches no
   * store.
   */
  async prepareToWrite(): Promise<void> {
    this.#writing ??= await this.#loadWriting();
  }

  async #loadWriting(): Promise<Writing> {
    const { LedgerWriter } = await import("./ledger-writer.js");
    return { LedgerWriter, options: { ...this.#options, folds: await this.#foldsInForce() } };
  }

  #foldsInForce(): Promise<readonly Fold[]> {
    this.#folds ??= this.#loadFolds();
    return this.#folds;
  }

  async #loadFolds(): Promise<readonly Fold[]> {
    const { projections, config } = this.#options;
    const { foldOf } = await import("../projections/projection.js");
    return (await projections()).map((projection) => foldOf(projection, config));
  }

  /**
   * Without waiting for a turn. What keeps a store from it does no harm: the log has everything, and who
   * reads next folds it.
   */
  async #trySettle(): Promise<void> {
    this.#settling.cancel();
    try {
      await this.settle({ waitMs: 0 });
    } catch (error) {
      if (!(error instanceof WhetstoneError)) throw error;
    }
  }

  #readPresent<T>(work: (present: ReadTransaction) => Soon<T>, options?: WaitOptions): Promise<T> {
    const readAll = async (tx: ReadTransaction, { marks, oldest }: Standing, head: number): Promise<T> =>
      work(oldest >= head ? tx : new Present(tx, await this.#latest.at(tx, marks, head)));
    return this.#whenCurrent(
      (attempt) => this.store.read(this.project, (tx) => attempt(tx, readAll), options),
      options,
    );
  }

  async #write<T>(
    work: (writer: LedgerWriter) => Soon<T>,
    settle: boolean,
    options?: WaitOptions,
  ): Promise<T> {
    this.#writing ??= await this.#loadWriting();
    const { LedgerWriter, options: given } = this.#writing;
    let keep: (() => void) | undefined;
    const writeAll = async (tx: WriteTransaction, standing: Standing, head: number): Promise<T> => {
      const rows = await this.#latest.at(tx, standing.marks, head);
      this.#latest.drop();
      const writer = new LedgerWriter(tx, given, head, rows);
      const result = await work(writer);
      const reached = await tx.head();
      const settled = settle || isDue(standing, reached, rows);
      if (settled) await writer.settle();
      const marks = await tx.marks();
      keep = () => {
        this.#latest.keep({ head: reached, marks, rows });
        this.#unsettled = !settled && reached > standing.oldest;
        if (this.#unsettled) this.#settling.ask();
        else this.#settling.cancel();
      };
      return result;
    };
    const writing = { ...options, committed: () => keep?.() };
    return this.#whenCurrent<WriteTransaction, T>(
      (attempt) => this.store.write(this.project, (tx) => attempt(tx, writeAll), writing),
      options,
    );
  }

  /**
   * Runs a transaction whose work is done only if every read model can be brought up to the log in it; else
   * rebuilds those that cannot.
   */
  async #whenCurrent<Tx extends ReadTransaction, T>(
    transact: (attempt: (tx: Tx, work: Work<Tx, T>) => Promise<Attempt<T>>) => Promise<Attempt<T>>,
    { foldAtMost = Number.POSITIVE_INFINITY }: WaitOptions = {},
  ): Promise<T> {
    for (;;) {
      const outcome = await transact(async (tx, work) => {
        const [head, marks] = [await tx.head(), await tx.marks()];
        if (this.#standing?.marks !== marks) this.#standing = standingOf(this.#views, marks);
        const stale = toRebuild(this.#views, this.#standing, head);
        if (stale.length === 0) return { result: await work(tx, this.#standing, head) };
        if (head > foldAtMost) throw mustFold(head);
        return { stale };
      });
      if ("result" in outcome) return outcome.result;
      await this.rebuild(outcome.stale, this.#options.onRebuild);
    }
  }
}

type Work<Tx, T> = (tx: Tx, standing: Standing, head: number) => Promise<T>;
type Attempt<T> = { readonly result: T } | { readonly stale: readonly string[] };

/**
 * Whether the store's rows should be brought up to the log now. What will not be kept is better there too.
 */
function isDue({ outdated, oldest }: Standing, head: number, rows: RowCache): boolean {
  const many = rows.changes > changedRowsKept || rows.listedChanges > listedRowsKept || rows.size > mostKept;
  return many || outdated.length > 0 || head - oldest >= settledEvery;
}

function mustFold(events: number): WhetstoneError {
  return new WhetstoneError(
    "busy",
    `the program or a setting changed, and ${events} events have to be folded again first`,
    { next: "run 'whetstone rebuild'; any verb that may take its time does it too", values: { events } },
  );
}
