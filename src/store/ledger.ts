import type { Config } from "../config/settings.js";
import { WhetstoneError } from "../errors.js";
import type { Fold, Projection } from "../projections/projection.js";
import { fingerprintOf, type View, versionOf } from "../projections/view.js";
import { LedgerReader } from "./ledger-reader.js";
import type { LedgerWriter, LeftBehind, WriterOptions } from "./ledger-writer.js";
import type { Marks, Progress, ReadTransaction, Soon, Store, WaitOptions, WriteTransaction } from "./store.js";

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

interface Writing extends WriterOptions {
  readonly LedgerWriter: typeof LedgerWriter;
}

interface Written<T> {
  readonly result: T;
  readonly left: LeftBehind;
}

/** Some ten megabytes at most; beyond that it starts again from nothing. */
const warmRowsKept = 5_000;

/**
 * One project's log together with its read models, which never lag behind it: an append and its folds are one transaction,
 * and a read model that another version or another setting folded is rebuilt before anyone reads it.
 */
export class Ledger {
  readonly project: string;
  readonly config: Config;
  readonly store: Store;
  readonly #options: LedgerOptions;
  readonly #views: readonly Known[];
  #folds: Promise<readonly Fold[]> | undefined;
  #writing: Writing | undefined;
  /** What the last write left, for the next one to go on from. */
  #warm: LeftBehind | undefined;
  /** The head and marks that the last write left, which are current. */
  #current: { readonly head?: number; readonly marks?: Marks } = {};

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
    return this.#whenCurrent(
      (attempt) => this.store.read(this.project, (tx) => attempt(tx, () => work(new LedgerReader(tx))), options),
      options,
    );
  }

  async write<T>(work: (writer: LedgerWriter) => Soon<T>, options?: WaitOptions): Promise<T> {
    this.#writing ??= await this.#loadWriting();
    const { LedgerWriter, ...given } = this.#writing;
    const warm = this.#warm;
    // A transaction that fails leaves nothing warm: what it did to the rows did not happen.
    this.#warm = undefined;
    const writeAll = async (tx: WriteTransaction, head: number, marks: Marks): Promise<Written<T>> => {
      const rows = warm?.head === head && warm.marks === marks ? warm.rows : undefined;
      const writer = new LedgerWriter(tx, given, head, rows);
      return { result: await work(writer), left: await writer.finish() };
    };
    const { result, left } = await this.#whenCurrent<Written<T>>(
      (attempt) =>
        this.store.write(this.project, (tx) => attempt(tx, (head, marks) => writeAll(tx, head, marks)), options),
      options,
    );
    this.#current = { head: left.head, marks: left.marks };
    this.#warm = left.rows.size > warmRowsKept ? undefined : left;
    return result;
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
    await this.read(async () => undefined);
    const folds = await this.#foldsInForce();
    return this.store.read(this.project, (tx) => verify(tx, { folds, batch: this.#batch }, onProgress));
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

  /** Runs a transaction whose work is done only if every read model is current, rebuilding what is not until it is. */
  async #whenCurrent<T>(
    transact: (attempt: (tx: ReadTransaction, work: Work<T>) => Promise<Attempt<T>>) => Promise<Attempt<T>>,
    { foldAtMost = Number.POSITIVE_INFINITY }: WaitOptions = {},
  ): Promise<T> {
    for (;;) {
      const outcome = await transact(async (tx, work) => {
        const [head, marks] = [await tx.head(), await tx.marks()];
        const stale = this.#current.head === head && this.#current.marks === marks ? [] : this.#stale(marks, head);
        if (stale.length === 0) return { result: await work(head, marks) };
        if (head > foldAtMost) throw mustFold(head);
        return { stale };
      });
      if ("result" in outcome) return outcome.result;
      await this.rebuild(outcome.stale, this.#options.onRebuild);
    }
  }

  /** The projections whose rows are not what this program, with these settings, would fold from the log. */
  #stale(marks: Marks, head: number): readonly string[] {
    if (head === 0) return [];
    const stale = this.#views.filter((view) => {
      const mark = marks[view.name];
      if (mark?.fingerprint === view.fingerprint) return mark.position < head;
      if (mark !== undefined && versionOf(mark.fingerprint) > view.version)
        throw newerProjection(view, mark.fingerprint);
      return true;
    });
    return stale.map((view) => view.name);
  }
}

type Work<T> = (head: number, marks: Marks) => Soon<T>;
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
