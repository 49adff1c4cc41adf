import type { Config } from "../config/settings.js";
import { WhetstoneError } from "../errors.js";
import type { Fold, Projection } from "../projections/projection.js";
import { fingerprintOf, type View, versionOf } from "../projections/view.js";
import { LedgerReader } from "./ledger-reader.js";
import type { LedgerWriter, WriterOptions } from "./ledger-writer.js";
import { Present } from "./present.js";
import { Queue } from "./queue.js";
import { RowCache } from "./row-cache.js";
import type { Marks, Progress, ReadTransaction, Soon, Store, WaitOptions } from "./store.js";

export interface LedgerOptions {
  readonly store: Store;
  readonly project: string;
  /** Every read model. */
  readonly views: readonly View[];
  /** How each of them is folded. Asked for when something has to be: whoever reads rows that are up to date needs none. */
  readonly projections: () => Promise<readonly Projection[]>;
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A new event id. */
  readonly newId: () => string;
  /** Told when read models are rebuilt, because the program or a setting changed. */
  readonly onRebuild?: Progress;
}

/** A view with the fingerprint of its rows under the settings in force. */
interface Known extends View {
  readonly fingerprint: string;
}

/** How the read models of a log stand. */
interface Standing {
  readonly marks: Marks;
  /** Those whose rows another fold made, or nobody. */
  readonly outdated: readonly string[];
  /** The event up to which all others hold. */
  readonly oldest: number;
}

interface Writing extends WriterOptions {
  readonly LedgerWriter: typeof LedgerWriter;
}

/**
 * The rows as a transaction left them: what the store holds, read or not, and what the events since have changed. Rows of the store
 * change only together with the marks, and a store gives the same marks back as the same object if at all: who finds these again
 * has only to fold the events after `head`.
 */
interface LeftBehind {
  readonly head: number;
  readonly marks: Marks;
  readonly rows: RowCache;
}

/** Some ten megabytes at most; beyond that it starts again from the store's rows. */
const warmRowsKept = 5_000;

/**
 * After so many events a writer brings the store's rows up to the log. A process that starts before folds as many, in a few
 * milliseconds; a writer that does it more often writes the rows that every outcome changes more often.
 */
const settledEvery = 256;

/** Changed rows, which a long transaction may have many of: from here on they are better in the store. */
const changedRowsKept = 1_000;

/** Read models that are further behind, because a program that does not know them wrote, are rebuilt with progress. */
const foldedInMemory = 1_000;

/**
 * One project's log together with its read models, which never lag behind it: whoever reads or writes folds what the store's rows do not have
 * yet in the same transaction, and a read model that another version or another setting folded is rebuilt before anyone reads it.
 */
export class Ledger {
  readonly project: string;
  readonly config: Config;
  readonly store: Store;
  readonly #options: LedgerOptions;
  readonly #views: readonly Known[];
  /** One transaction at a time, each with what the last one left. */
  readonly #queue = new Queue();
  #folds: Promise<readonly Fold[]> | undefined;
  #writing: Writing | undefined;
  #left: LeftBehind | undefined;
  #standing: Standing | undefined;
  /** Whether a write of ours has left rows to settle. */
  #unsettled = false;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.project = options.project;
    this.config = options.config;
    this.store = options.store;
    this.#views = options.views.map((view) => ({ ...view, fingerprint: fingerprintOf(view, options.config) }));
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
      await this.settle({ waitMs: 0 });
    } catch (error) {
      // Another process writes, or the disk is full: the log has everything, and the next who reads folds it.
      if (!(error instanceof WhetstoneError)) throw error;
    } finally {
      await this.store.close();
    }
  }

  /** Throws the rows of these projections (all, when none is named) away and folds the log again. */
  async rebuild(names: readonly string[] = this.projectionNames, onProgress?: Progress): Promise<number> {
    const { rebuild } = await import("./rebuild.js");
    const folds = (await this.#foldsInForce()).filter((fold) => names.includes(fold.name));
    return rebuild({ store: this.store, project: this.project, folds, batch: this.#batch }, onProgress);
  }

  /** Compares every row of the read models with a fresh fold of the log, after bringing stale ones up. Slow. */
  async verify(onProgress?: Progress): Promise<readonly string[]> {
    const { verify } = await import("./verify.js");
    const folds = await this.#foldsInForce();
    return this.#readPresent((present) => verify(present, { folds, batch: this.#batch }, onProgress));
  }

  /** Loads the code that writes, once: whoever is short of time does it before the time begins. Touches no store. */
  async prepareToWrite(): Promise<void> {
    this.#writing ??= await this.#loadWriting();
  }

  async #loadWriting(): Promise<Writing> {
    const { LedgerWriter } = await import("./ledger-writer.js");
    return { ...this.#options, LedgerWriter, folds: await this.#foldsInForce() };
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

  get #batch(): number {
    return this.config.store.rebuildBatchEvents;
  }

  #readPresent<T>(work: (present: ReadTransaction) => Soon<T>, options?: WaitOptions): Promise<T> {
    return this.#queue.run(() =>
      this.#whenCurrent(
        (attempt) =>
          this.store.read(
            this.project,
            (tx) =>
              attempt(tx, async (standing, head) =>
                work(standing.oldest >= head ? tx : new Present(tx, await this.#rowsAt(tx, standing, head))),
              ),
            options,
          ),
        options,
      ),
    );
  }

  #write<T>(work: (writer: LedgerWriter) => Soon<T>, settle: boolean, options?: WaitOptions): Promise<T> {
    return this.#queue.run(async () => {
      this.#writing ??= await this.#loadWriting();
      const { LedgerWriter, ...given } = this.#writing;
      const { result, left, unsettled } = await this.#whenCurrent<Written<T>>(
        (attempt) =>
          this.store.write(
            this.project,
            (tx) =>
              attempt(tx, async (standing, head) => {
                const rows = await this.#rowsAt(tx, standing, head);
                // What a transaction that fails did to the rows did not happen.
                this.#left = undefined;
                const writer = new LedgerWriter(tx, given, head, rows);
                const result = await work(writer);
                const reached = await tx.head();
                const now = settle || isDue(standing, reached, rows);
                if (now) await writer.settle();
                return {
                  result,
                  left: { head: reached, marks: await tx.marks(), rows },
                  unsettled: !now && reached > standing.oldest,
                };
              }),
            options,
          ),
        options,
      );
      this.#left = left.rows.size > warmRowsKept ? undefined : left;
      this.#unsettled = unsettled;
      return result;
    });
  }

  /** The rows at the head of the log: those that the last transaction left, or the store's, brought up to it. */
  async #rowsAt(tx: ReadTransaction, { marks }: Standing, head: number): Promise<RowCache> {
    const left = this.#left?.marks === marks && this.#left.head <= head ? this.#left : undefined;
    const rows = left?.rows ?? new RowCache(tx);
    rows.readFrom(tx);
    if (left?.head !== head && head > 0) {
      const { catchUp } = await import("./catch-up.js");
      const positionOf = (fold: Fold) => left?.head ?? marks[fold.name]?.position ?? 0;
      this.#left = undefined;
      await catchUp(tx, rows, await this.#foldsInForce(), { positionOf, head });
    }
    this.#left = { head, marks, rows };
    return rows;
  }

  /** Runs a transaction whose work is done only if every read model can be brought up to the log in it; else rebuilds those that cannot. */
  async #whenCurrent<T>(
    transact: (attempt: (tx: ReadTransaction, work: Work<T>) => Promise<Attempt<T>>) => Promise<Attempt<T>>,
    { foldAtMost = Number.POSITIVE_INFINITY }: WaitOptions = {},
  ): Promise<T> {
    for (;;) {
      const outcome = await transact(async (tx, work) => {
        const head = await tx.head();
        const standing = this.#standingOf(await tx.marks());
        const stale = this.#stale(standing, head);
        if (stale.length === 0) return { result: await work(standing, head) };
        if (head > foldAtMost) throw mustFold(head);
        return { stale };
      });
      if ("result" in outcome) return outcome.result;
      await this.rebuild(outcome.stale, this.#options.onRebuild);
    }
  }

  /** The projections whose rows are not what this program, with these settings, would fold from the log, or too far behind it. */
  #stale({ marks, outdated, oldest }: Standing, head: number): readonly string[] {
    if (head === 0) return [];
    if (head - oldest <= foldedInMemory) return outdated;
    return this.projectionNames.filter(
      (name) => outdated.includes(name) || head - (marks[name]?.position ?? 0) > foldedInMemory,
    );
  }

  #standingOf(marks: Marks): Standing {
    if (this.#standing?.marks !== marks) this.#standing = this.#judge(marks);
    return this.#standing;
  }

  #judge(marks: Marks): Standing {
    const outdated = this.#views.filter((view) => {
      const mark = marks[view.name];
      if (mark !== undefined && versionOf(mark.fingerprint) > view.version)
        throw newerProjection(view, mark.fingerprint);
      return mark?.fingerprint !== view.fingerprint;
    });
    const positions = this.#views.map(({ name }) => marks[name]?.position ?? 0);
    return { marks, outdated: outdated.map(({ name }) => name), oldest: Math.min(...positions) };
  }
}

/** Whether the store's rows should be brought up to the log now. */
function isDue({ outdated, oldest }: Standing, head: number, { changed }: RowCache): boolean {
  return outdated.length > 0 || head - oldest >= settledEvery || changed.length > changedRowsKept;
}

type Work<T> = (standing: Standing, head: number) => Soon<T>;
interface Written<T> {
  readonly result: T;
  readonly left: LeftBehind;
  readonly unsettled: boolean;
}
type Attempt<T> = { readonly result: T } | { readonly stale: readonly string[] };

function mustFold(events: number): WhetstoneError {
  return new WhetstoneError(
    "busy",
    `the program or a setting changed, and ${events} events have to be folded again first`,
    { next: "run 'whetstone rebuild'; any verb that may take its time does it too", values: { events } },
  );
}

function newerProjection({ name, version }: View, fingerprint: string): WhetstoneError {
  return new WhetstoneError(
    "newer_format",
    `a newer version of Whetstone keeps the read model '${name}' of this project`,
    {
      next: "update Whetstone",
      values: { projection: name, version: versionOf(fingerprint), known: version },
    },
  );
}
