import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { WhetstoneError } from "../../errors.js";
import { makeFolder } from "../../files/make-folder.js";
import { probed } from "../probe.js";
import type {
  IndexHealth,
  ModelStamp,
  NearestOptions,
  Neighbour,
  VectorIndex,
  VectorRow,
} from "../vector-index.js";
import { folderSize } from "./folder-size.js";
import { type Arrow, importLanceDb } from "./import-lancedb.js";
import { lanceError } from "./lance-error.js";
import { anyOf, filterOf, keyOf } from "./lance-keys.js";
import { idRows, isReadable, nearestRows, vectorRows } from "./lance-queries.js";
import { schemaOf, tableOf, withoutRepeats } from "./lance-rows.js";
import { currentTable, LanceTables, type OpenTable } from "./lance-tables.js";
import { PositionFile } from "./position-file.js";
import { isUntidy } from "./untidy.js";
import { WriteLock } from "./write-lock.js";

const rowsPerWrite = 2_000;

/** Vectors in LanceDB, in the folder `patterns.lance`. Several processes may use one folder. */
export class LanceIndex implements VectorIndex {
  readonly kind = "lancedb";
  readonly location: string;
  readonly model: ModelStamp;
  readonly #tables: LanceTables;
  readonly #arrow: Arrow;
  readonly #lock: WriteLock;
  readonly #positions: PositionFile;
  #isWritten = false;

  private constructor(folder: string, model: ModelStamp, tables: LanceTables, arrow: Arrow) {
    this.location = tables.path();
    this.model = model;
    this.#tables = tables;
    this.#arrow = arrow;
    this.#lock = new WriteLock(join(folder, "patterns.lock"));
    this.#positions = new PositionFile(join(folder, "patterns.json"));
  }

  static async open(folder: string, model: ModelStamp): Promise<LanceIndex> {
    const { lancedb, arrow } = await importLanceDb();
    try {
      makeFolder(folder);
      // 0: every read looks for what other processes wrote; a handle would answer from its own past
      // otherwise.
      const db = await lancedb.connect(folder, { readConsistencyInterval: 0 });
      return new LanceIndex(folder, model, new LanceTables(folder, model, db, arrow), arrow);
    } catch (error) {
      throw lanceError(error, folder);
    }
  }

  /** The model whose vectors answer now, when it is not this index's own. */
  replaces(): Promise<ModelStamp | undefined> {
    return this.#tables.otherModel();
  }

  async upsert(project: string, rows: readonly VectorRow[]): Promise<void> {
    const unique = withoutRepeats(rows);
    for (const { vector } of unique) this.#expectDimensions(vector);
    if (unique.length === 0) return;
    await this.#write(async () => {
      const opened = await this.#tables.findOrCreate();
      const schema = schemaOf(this.#arrow, this.model, opened.id);
      for (let from = 0; from < unique.length; from += rowsPerWrite) {
        const batch = tableOf(this.#arrow, schema, project, unique.slice(from, from + rowsPerWrite));
        await opened.table.mergeInsert("key").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(batch);
        await this.#tidyIfUntidy(opened);
      }
    });
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0 || (await this.#tables.find()) === undefined) return;
    await this.#write(async () => {
      const opened = await this.#tables.find();
      if (opened === undefined) return;
      for (let from = 0; from < ids.length; from += rowsPerWrite) {
        const keys = ids.slice(from, from + rowsPerWrite).map((id) => keyOf(project, id));
        await opened.table.delete(anyOf("key", keys));
        await this.#tidyIfUntidy(opened);
      }
    });
  }

  async clear(project: string): Promise<void> {
    if ((await this.#tables.find()) === undefined) return;
    await this.#write(async () => {
      const opened = await this.#tables.find();
      if (opened === undefined) return;
      await opened.table.delete(filterOf(project));
      await this.#tidy(opened.table);
      await this.#notePosition(opened, project, 0);
    });
  }

  async nearest(
    project: string,
    vector: Float32Array,
    options: NearestOptions,
  ): Promise<readonly Neighbour[]> {
    this.#expectDimensions(vector);
    return this.#read([], (table) => nearestRows(table, project, vector, options));
  }

  async vectorsOf(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#read<ReadonlyMap<string, Float32Array>>(new Map(), (table) =>
      vectorRows(table, project, ids),
    );
  }

  async ids(project: string): Promise<ReadonlySet<string>> {
    return this.#read<ReadonlySet<string>>(new Set(), (table) => idRows(table, project));
  }

  async count(project: string): Promise<number> {
    return this.#read(0, (table) => table.countRows(filterOf(project)));
  }

  async position(project: string): Promise<number> {
    const opened = await this.#tables.find();
    if (opened === undefined) return 0;
    return this.#read(0, async (table) =>
      this.#positions.read({ id: opened.id, version: await table.version() }, project),
    );
  }

  async setPosition(project: string, position: number): Promise<void> {
    await this.#write(async () => this.#notePosition(await this.#tables.findOrCreate(), project, position));
  }

  async promote(): Promise<void> {
    if ((await this.#tables.find())?.name === currentTable) return;
    await this.#write(() => this.#tables.promote());
  }

  async health(probe?: Float32Array): Promise<IndexHealth> {
    try {
      const problem = await probed(this, probe);
      const count = await this.#read(0, (table) => table.countRows());
      const healthy = problem === undefined;
      return { healthy, count, sizeBytes: await this.#size(), ...(healthy ? {} : { problem }) };
    } catch (error) {
      if (!(error instanceof WhetstoneError)) throw error;
      return { healthy: false, count: 0, sizeBytes: await this.#size(), problem: error.message };
    }
  }

  async close(): Promise<void> {
    try {
      if (this.#isWritten) await this.#write(async () => this.#tidy((await this.#tables.find())?.table));
    } finally {
      this.#tables.close();
    }
  }

  /**
   * A read can fail because another process pruned or replaced the files under it: then it looks again, while
   * nobody may.
   */
  async #read<T>(none: T, work: (table: Table) => Promise<T>): Promise<T> {
    const opened = await this.#tables.find();
    if (opened === undefined) return none;
    try {
      return await work(opened.table);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#tables.forget();
      return this.#lock.hold(() => this.#readAgain(none, work));
    }
  }

  /**
   * A table that is damaged is removed, so that the next catching up fills it again; this call still fails,
   * and says why.
   */
  async #readAgain<T>(none: T, work: (table: Table) => Promise<T>): Promise<T> {
    const opened = await this.#tables.find();
    if (opened === undefined) return none;
    try {
      return await work(opened.table);
    } catch (error) {
      if (await isReadable(opened.table)) throw lanceError(error, this.location);
      this.#drop(opened);
      throw new WhetstoneError("corrupt", `${this.location} was damaged and has been removed`, {
        next: "call again: it is filled again from the log",
        cause: error,
      });
    }
  }

  /**
   * When a write fails on a table that cannot be read either, it is done again on a fresh one; its position
   * goes with the old.
   */
  #write<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.hold(async () => {
      try {
        return await work();
      } catch (error) {
        const opened = error instanceof WhetstoneError ? undefined : await this.#tables.find();
        if (opened === undefined || (await isReadable(opened.table))) throw lanceError(error, this.location);
        this.#drop(opened);
        return work().catch((second: unknown) => {
          throw lanceError(second, this.location);
        });
      }
    });
  }

  #drop(opened: OpenTable): void {
    try {
      this.#tables.drop(opened);
    } catch (error) {
      throw lanceError(error, this.location);
    }
  }

  async #notePosition({ table, id }: OpenTable, project: string, position: number): Promise<void> {
    this.#positions.write(
      { id, version: await table.version() },
      project,
      position,
      await this.#tables.ids(),
    );
  }

  async #tidyIfUntidy({ table, name }: OpenTable): Promise<void> {
    this.#isWritten = true;
    if (isUntidy(this.#tables.path(name), await table.countRows(), this.model)) await this.#tidy(table);
  }

  /** Only under the lock: no other process writes, so unverified files are nobody's. */
  async #tidy(table: Table | undefined): Promise<void> {
    await table?.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
    this.#isWritten = false;
  }

  #expectDimensions({ length }: Float32Array): void {
    if (length === this.model.dimensions) return;
    throw new RangeError(`a vector has ${length} dimensions, this index ${this.model.dimensions}`);
  }

  async #size(): Promise<number> {
    return folderSize(this.#tables.path((await this.#tables.find())?.name));
  }
}
