import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { WhetstoneError } from "../../base/errors.js";
import { makeFolder } from "../../base/files/make-folder.js";
import { probeIndex } from "../probe.js";
import type {
  IndexHealth,
  ModelStamp,
  NearestOptions,
  Neighbour,
  VectorIndex,
  VectorRow,
} from "../vector-index.js";
import { folderSize, needsCompaction } from "./disk-usage.js";
import { type Arrow, importLanceDb } from "./import-lancedb.js";
import { lanceError } from "./lance-error.js";
import { keyFilter, projectFilter, rowKey } from "./lance-keys.js";
import { isReadable, queryIds, queryNearest, queryVectors } from "./lance-queries.js";
import { arrowTable, lastOfEachId, tableSchema } from "./lance-rows.js";
import { currentTable, LanceTables, type OpenTable } from "./lance-tables.js";
import { PositionFile } from "./position-file.js";
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
  #needsFinalCompaction = false;

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
      // 0: every read checks for writes of other processes; otherwise a handle returns stale rows.
      const db = await lancedb.connect(folder, { readConsistencyInterval: 0 });
      return new LanceIndex(folder, model, new LanceTables(folder, model, db, arrow), arrow);
    } catch (error) {
      throw lanceError(error, folder);
    }
  }

  /** The model whose vectors are searched until this index is promoted, if there is one. */
  otherModel(): Promise<ModelStamp | undefined> {
    return this.#tables.otherModel();
  }

  async upsert(project: string, rows: readonly VectorRow[]): Promise<void> {
    const unique = lastOfEachId(rows);
    for (const { vector } of unique) this.#checkDimensions(vector);
    if (unique.length === 0) return;
    await this.#write(async () => {
      const opened = await this.#tables.findOrCreate();
      const schema = tableSchema(this.#arrow, this.model, opened.id);
      for (let from = 0; from < unique.length; from += rowsPerWrite) {
        const batch = arrowTable(this.#arrow, schema, project, unique.slice(from, from + rowsPerWrite));
        await opened.table.mergeInsert("key").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(batch);
        await this.#compactIfNeeded(opened);
      }
    });
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0 || (await this.#tables.find()) === undefined) return;
    await this.#write(async () => {
      const opened = await this.#tables.find();
      if (opened === undefined) return;
      for (let from = 0; from < ids.length; from += rowsPerWrite) {
        const keys = ids.slice(from, from + rowsPerWrite).map((id) => rowKey(project, id));
        await opened.table.delete(keyFilter("key", keys));
        await this.#compactIfNeeded(opened);
      }
    });
  }

  async clear(project: string): Promise<void> {
    if ((await this.#tables.find()) === undefined) return;
    await this.#write(async () => {
      const opened = await this.#tables.find();
      if (opened === undefined) return;
      await opened.table.delete(projectFilter(project));
      await this.#compact(opened.table);
      await this.#writePosition(opened, project, 0);
    });
  }

  async nearest(
    project: string,
    vector: Float32Array,
    options: NearestOptions,
  ): Promise<readonly Neighbour[]> {
    this.#checkDimensions(vector);
    return this.#read([], (table) => queryNearest(table, project, vector, options));
  }

  async vectorsOf(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#read<ReadonlyMap<string, Float32Array>>(new Map(), (table) =>
      queryVectors(table, project, ids),
    );
  }

  async ids(project: string): Promise<ReadonlySet<string>> {
    return this.#read<ReadonlySet<string>>(new Set(), (table) => queryIds(table, project));
  }

  async count(project: string): Promise<number> {
    return this.#read(0, (table) => table.countRows(projectFilter(project)));
  }

  async position(project: string): Promise<number> {
    const opened = await this.#tables.find();
    if (opened === undefined) return 0;
    return this.#read(0, async (table) =>
      this.#positions.read({ id: opened.id, version: await table.version() }, project),
    );
  }

  async setPosition(project: string, position: number): Promise<void> {
    await this.#write(async () => this.#writePosition(await this.#tables.findOrCreate(), project, position));
  }

  async promote(): Promise<void> {
    if ((await this.#tables.find())?.name === currentTable) return;
    await this.#write(() => this.#tables.promote());
  }

  async health(probe?: Float32Array): Promise<IndexHealth> {
    try {
      const problem = await probeIndex(this, probe);
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
      if (this.#needsFinalCompaction)
        await this.#write(async () => this.#compact((await this.#tables.find())?.table));
    } finally {
      this.#tables.close();
    }
  }

  /**
   * A read can fail because another process pruned or replaced its files. It is repeated once under the write
   * lock.
   */
  async #read<T>(fallback: T, work: (table: Table) => Promise<T>): Promise<T> {
    const opened = await this.#tables.find();
    if (opened === undefined) return fallback;
    try {
      return await work(opened.table);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#tables.closeHandle();
      return this.#lock.hold(() => this.#readAgain(fallback, work));
    }
  }

  /**
   * Removes a damaged table, so that the next catch-up fills it again. This call still fails with the reason.
   */
  async #readAgain<T>(fallback: T, work: (table: Table) => Promise<T>): Promise<T> {
    const opened = await this.#tables.find();
    if (opened === undefined) return fallback;
    try {
      return await work(opened.table);
    } catch (error) {
      if (await isReadable(opened.table)) throw lanceError(error, this.location);
      this.#drop(opened);
      throw new WhetstoneError("corrupt", `${this.location} was damaged and has been removed`, {
        next: "call again: it will be filled again from the log",
        cause: error,
      });
    }
  }

  /**
   * A write that fails on an unreadable table is repeated on a new one, which starts at position 0.
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

  async #writePosition({ table, id }: OpenTable, project: string, position: number): Promise<void> {
    this.#positions.write(
      { id, version: await table.version() },
      project,
      position,
      await this.#tables.ids(),
    );
  }

  async #compactIfNeeded({ table, name }: OpenTable): Promise<void> {
    this.#needsFinalCompaction = true;
    if (needsCompaction(this.#tables.path(name), await table.countRows(), this.model))
      await this.#compact(table);
  }

  /** Call it only under the lock: then no other process writes, and unverified files are unused. */
  async #compact(table: Table | undefined): Promise<void> {
    await table?.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
    this.#needsFinalCompaction = false;
  }

  #checkDimensions({ length }: Float32Array): void {
    if (length === this.model.dimensions) return;
    throw new RangeError(`a vector has ${length} dimensions, but this index has ${this.model.dimensions}`);
  }

  async #size(): Promise<number> {
    return folderSize(this.#tables.path((await this.#tables.find())?.name));
  }
}
