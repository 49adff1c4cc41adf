import type { Config } from "../config/settings.js";
import { WhetstoneError } from "../errors.js";
import type { JsonObject } from "../json.js";
import { type Fold, foldOf, type Projection, versionOf } from "../projections/projection.js";
import { LedgerReader } from "./ledger-reader.js";
import type { LedgerWriter } from "./ledger-writer.js";
import type { Marks, Progress, ReadTransaction, Store, WaitOptions } from "./store.js";

export interface LedgerOptions {
  readonly store: Store;
  readonly project: string;
  readonly projections: readonly Projection[];
  readonly config: Config;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A new event id. */
  readonly newId: () => string;
  /** Told when read models are rebuilt, because the program or a setting changed. */
  readonly onRebuild?: Progress;
}

/**
 * The rows that the last write left, and the state of the log and its views at that moment. Rows change only together
 * with one of these, so where nothing differs nobody has written in between, and the rows need not be read again.
 */
interface WarmRows {
  readonly state: string;
  readonly rows: Map<string, JsonObject>;
}

interface Written<T> {
  readonly result: T;
  readonly left: WarmRows & { readonly writer: LedgerWriter };
}

/** Some ten megabytes at most; beyond that it starts again from nothing. */
const warmRowsKept = 5_000;

async function stateOf(tx: ReadTransaction): Promise<string> {
  return `${await tx.head()} ${JSON.stringify(await tx.marks())}`;
}

/**
 * One project's log together with its read models, which never lag behind it: an append and its folds are one transaction,
 * and a read model that another version or another setting folded is rebuilt before anyone reads it.
 */
export class Ledger {
  readonly project: string;
  readonly config: Config;
  readonly store: Store;
  readonly #options: LedgerOptions;
  readonly #folds: readonly Fold[];
  #warm: WarmRows | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.project = options.project;
    this.config = options.config;
    this.store = options.store;
    this.#folds = options.projections.map((projection) => foldOf(projection, options.config));
  }

  get projectionNames(): readonly string[] {
    return this.#folds.map((fold) => fold.name);
  }

  read<T>(work: (reader: LedgerReader) => Promise<T>, options?: WaitOptions): Promise<T> {
    return this.#whenCurrent(
      (attempt) => this.store.read(this.project, (tx) => attempt(tx, () => work(new LedgerReader(tx))), options),
      options,
    );
  }

  async write<T>(work: (writer: LedgerWriter) => Promise<T>, options?: WaitOptions): Promise<T> {
    const { LedgerWriter } = await import("./ledger-writer.js");
    const warm = this.#warm;
    // A transaction that fails leaves nothing warm: what it did to the rows did not happen.
    this.#warm = undefined;
    const { result, left } = await this.#whenCurrent<Written<T>>(
      (attempt) =>
        this.store.write(
          this.project,
          (tx) =>
            attempt(tx, async () => {
              const rows =
                warm !== undefined && warm.state === (await stateOf(tx)) ? warm.rows : new Map<string, JsonObject>();
              const writer = new LedgerWriter(tx, { ...this.#options, folds: this.#folds }, rows);
              const result = await work(writer);
              await writer.finish();
              return { result, left: { state: await stateOf(tx), rows, writer } };
            }),
          options,
        ),
      options,
    );
    left.writer.leaveRowsIn(left.rows);
    this.#warm = left.rows.size > warmRowsKept ? undefined : left;
    return result;
  }

  /** Throws the rows of these projections (all, when none is named) away and folds the log again. */
  async rebuild(names: readonly string[] = this.projectionNames, onProgress?: Progress): Promise<number> {
    const { rebuild } = await import("./rebuild.js");
    const folds = this.#folds.filter((fold) => names.includes(fold.name));
    return rebuild({ store: this.store, project: this.project, folds, batch: this.#batch }, onProgress);
  }

  /** Compares every row of the read models with a fresh fold of the log, after bringing stale ones up. Slow. */
  async verify(onProgress?: Progress): Promise<readonly string[]> {
    const { verify } = await import("./verify.js");
    await this.read(async () => undefined);
    return this.store.read(this.project, (tx) => verify(tx, { folds: this.#folds, batch: this.#batch }, onProgress));
  }

  get #batch(): number {
    return this.config.store.rebuildBatchEvents;
  }

  /** Runs a transaction whose work is done only if every read model is current, rebuilding what is not until it is. */
  async #whenCurrent<T>(
    transact: (attempt: (tx: ReadTransaction, work: () => Promise<T>) => Promise<Attempt<T>>) => Promise<Attempt<T>>,
    { foldAtMost = Number.POSITIVE_INFINITY }: WaitOptions = {},
  ): Promise<T> {
    for (;;) {
      const outcome = await transact(async (tx, work) => {
        const head = await tx.head();
        const stale = this.#stale(await tx.marks(), head);
        if (stale.length === 0) return { result: await work() };
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
    const stale = this.#folds.filter((fold) => {
      const mark = marks[fold.name];
      if (mark !== undefined && versionOf(mark.fingerprint) > fold.version)
        throw newerProjection(fold, mark.fingerprint);
      return mark?.fingerprint !== fold.fingerprint || mark.position < head;
    });
    return stale.map((fold) => fold.name);
  }
}

type Attempt<T> = { readonly result: T } | { readonly stale: readonly string[] };

function mustFold(events: number): WhetstoneError {
  return new WhetstoneError(
    "busy",
    `the program or a setting changed, and ${events} events have to be folded again first`,
    { next: "run 'whetstone rebuild'; any verb that may take its time does it too", values: { events } },
  );
}

function newerProjection({ name, version }: Fold, fingerprint: string): WhetstoneError {
  return new WhetstoneError(
    "newer_format",
    `a newer version of Whetstone keeps the read model '${name}' of this project`,
    {
      next: "update Whetstone",
      values: { projection: name, version: versionOf(fingerprint), known: version },
    },
  );
}
