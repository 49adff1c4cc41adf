import type { Config } from "../config/settings.js";
import { WhetstoneError } from "../errors.js";
import { fingerprintOf, type Projection, versionOf } from "../projections/projection.js";
import { LedgerReader } from "./ledger-reader.js";
import { LedgerWriter } from "./ledger-writer.js";
import { type Progress, rebuild } from "./rebuild.js";
import type { Marks, Store } from "./store.js";
import { verify } from "./verify.js";

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
 * One project's log together with its read models, which never lag behind it: an append and its folds are one transaction,
 * and a read model that another version or another setting folded is rebuilt before anyone reads it.
 */
export class Ledger {
  readonly project: string;
  readonly config: Config;
  readonly store: Store;
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.project = options.project;
    this.config = options.config;
    this.store = options.store;
  }

  get projectionNames(): readonly string[] {
    return this.#options.projections.map((each) => each.name);
  }

  async read<T>(work: (reader: LedgerReader) => Promise<T>): Promise<T> {
    const { store, project } = this.#options;
    for (;;) {
      const outcome = await store.read(project, async (tx) => {
        const stale = this.stale(await tx.marks(), await tx.head());
        return stale.length > 0 ? { stale } : { result: await work(new LedgerReader(tx)) };
      });
      if ("result" in outcome) return outcome.result as T;
      await this.rebuild(
        outcome.stale.map((each) => each.name),
        this.#options.onRebuild,
      );
    }
  }

  async write<T>(work: (writer: LedgerWriter) => Promise<T>): Promise<T> {
    const { store, project } = this.#options;
    for (;;) {
      const outcome = await store.write(project, async (tx) => {
        const stale = this.stale(await tx.marks(), await tx.head());
        if (stale.length > 0) return { stale };
        const writer = new LedgerWriter(tx, this.#options);
        const result = await work(writer);
        await writer.finish();
        return { result };
      });
      if ("result" in outcome) return outcome.result as T;
      await this.rebuild(
        outcome.stale.map((each) => each.name),
        this.#options.onRebuild,
      );
    }
  }

  /** Throws the rows of these projections (all, when none is named) away and folds the log again. */
  async rebuild(names?: readonly string[], onProgress?: Progress): Promise<number> {
    const chosen = this.#options.projections.filter((each) => names === undefined || names.includes(each.name));
    return rebuild({ ...this.#options, projections: chosen }, onProgress);
  }

  /** Compares every row of the read models with a fresh fold of the log. Slow; writes nothing. */
  async verify(onProgress: Progress = () => {}): Promise<readonly string[]> {
    const { store, project, projections, config } = this.#options;
    await this.read(async () => undefined);
    return store.read(project, (tx) => verify(tx, projections, config, onProgress));
  }

  /** The projections whose rows are not what this program, with these settings, would fold from the log. */
  stale(marks: Marks, head: number): readonly Projection[] {
    if (head === 0) return [];
    return this.#options.projections.filter((projection) => {
      const mark = marks[projection.name];
      if (mark === undefined) return true;
      if (versionOf(mark.fingerprint) > projection.version) throw newerProjection(projection, mark.fingerprint);
      return mark.fingerprint !== fingerprintOf(projection, this.config) || mark.position < head;
    });
  }
}

function newerProjection(projection: Projection, fingerprint: string): WhetstoneError {
  return new WhetstoneError(
    "newer_format",
    `a newer version of Whetstone keeps the read model '${projection.name}' of this project`,
    {
      next: "update Whetstone",
      values: { projection: projection.name, version: versionOf(fingerprint), known: projection.version },
    },
  );
}
