import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { WhetstoneError } from "../../errors.js";
import { makeFolder } from "../../files/make-folder.js";
import { probed } from "../probe.js";
import type { IndexHealth, ModelStamp, NearestOptions, Neighbour, VectorIndex, VectorRow } from "../vector-index.js";
import { folderSize } from "./folder-size.js";
import { type Arrow, importLanceDb } from "./import-lancedb.js";
import { anyOf, filterOf, keyOf } from "./lance-keys.js";
import { schemaOf, tableOf, withoutRepeats } from "./lance-rows.js";
import { currentTable, LanceTables, type OpenTable } from "./lance-tables.js";
import { PositionFile } from "./position-file.js";
import { WriteLock } from "./write-lock.js";

/** Every write leaves a version behind; after so many they are merged and the old ones removed. */
const writesPerTidy = 8;
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
  #writes = 0;

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
    makeFolder(folder);
    // 0: every read looks for what other processes wrote; a handle would answer from its own past otherwise.
    const db = await lancedb.connect(folder, { readConsistencyInterval: 0 });
    return new LanceIndex(folder, model, new LanceTables(folder, model, db, arrow), arrow);
  }

  /** The model whose vectors answer now, when it is not this index's own. */
  replaces(): Promise<ModelStamp | undefined> {
    return this.#tables.otherModel();
  }

  async upsert(project: string, rows: readonly VectorRow[]): Promise<void> {
    const unique = withoutRepeats(rows);
    this.#expectDimensions(unique);
    if (unique.length === 0) return;
    await this.#write(async () => {
      const { table, id } = await this.#tables.findOrCreate();
      const schema = schemaOf(this.#arrow, this.model, id);
      for (let from = 0; from < unique.length; from += rowsPerWrite) {
        const batch = tableOf(this.#arrow, schema, project, unique.slice(from, from + rowsPerWrite));
        await table.mergeInsert("key").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(batch);
        this.#lock.touch();
        await this.#tidyNowAndThen(table);
      }
    });
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0 || (await this.#tables.find()) === undefined) return;
    await this.#write(async () => {
      const table = (await this.#tables.find())?.table;
      if (table === undefined) return;
      for (let from = 0; from < ids.length; from += rowsPerWrite) {
        const keys = ids.slice(from, from + rowsPerWrite).map((id) => keyOf(project, id));
        await table.delete(anyOf("key", keys));
      }
      await this.#tidyNowAndThen(table);
    });
  }

  async clear(project: string): Promise<void> {
    if ((await this.#tables.find()) === undefined) return;
    await this.#write(async () => {
      const opened = await this.#tables.find();
      if (opened === undefined) return;
      await opened.table.delete(filterOf(project));
      this.#positions.write(opened.id, project, 0, await this.#tables.ids());
      await this.#tidy(opened.table);
    });
  }

  async nearest(project: string, vector: Float32Array, options: NearestOptions): Promise<readonly Neighbour[]> {
    const { limit, kinds, threshold = Number.NEGATIVE_INFINITY } = options;
    if (limit === 0) return [];
    return this.#read([], async (table) => {
      const query = table.query().nearestTo(vector).distanceType("dot").where(filterOf(project, kinds));
      const found = await query.select(["id", "kind", "_distance"]).limit(limit).toArray();
      return found
        .map((row) => ({ id: String(row.id), kind: String(row.kind), similarity: 1 - Number(row._distance) }))
        .filter(({ similarity }) => similarity >= threshold)
        .sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1));
    });
  }

  async vectorsOf(project: string, ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const none: ReadonlyMap<string, Float32Array> = new Map();
    if (ids.length === 0) return none;
    return this.#read(none, async (table) => {
      const keys = ids.map((id) => keyOf(project, id));
      const found = await table.query().where(anyOf("key", keys)).select(["id", "vector"]).limit(ids.length).toArray();
      return new Map(found.map((row) => [String(row.id), Float32Array.from(row.vector)]));
    });
  }

  async count(project: string): Promise<number> {
    return this.#read(0, (table) => table.countRows(filterOf(project)));
  }

  async position(project: string): Promise<number> {
    const opened = await this.#tables.find();
    return opened === undefined ? 0 : this.#positions.read(opened.id, project);
  }

  async setPosition(project: string, position: number): Promise<void> {
    await this.#write(async () => {
      const { id } = await this.#tables.findOrCreate();
      this.#positions.write(id, project, position, await this.#tables.ids());
    });
  }

  async promote(): Promise<void> {
    if ((await this.#tables.find())?.name === currentTable) return;
    await this.#lock.hold(() => this.#tables.promote());
  }

  async health(): Promise<IndexHealth> {
    try {
      const problem = await probed(this);
      const count = await this.#read(0, (table) => table.countRows());
      const healthy = problem === undefined;
      return { healthy, count, sizeBytes: await this.#size(), ...(healthy ? {} : { problem }) };
    } catch (error) {
      if (!(error instanceof WhetstoneError)) throw error;
      return { healthy: false, count: 0, sizeBytes: await this.#size(), problem: error.message };
    }
  }

  async close(): Promise<void> {
    if (this.#writes > 0) await this.#lock.hold(async () => this.#tidy((await this.#tables.find())?.table));
    this.#tables.close();
  }

  /** A read can fail because another process pruned or replaced the files under it: then it looks again, once. */
  async #read<T>(none: T, work: (table: Table) => Promise<T>): Promise<T> {
    const opened = await this.#tables.find();
    if (opened === undefined) return none;
    try {
      return await work(opened.table);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      this.#tables.forget();
      const again = await this.#tables.find();
      return again === undefined ? none : work(again.table).catch((second: unknown) => this.#damaged(again, second));
    }
  }

  /** The folder is removed, so that the next catching up fills it again; this call still fails, and says why. */
  async #damaged(opened: OpenTable, error: unknown): Promise<never> {
    await this.#lock.hold(async () => this.#tables.drop(opened));
    throw new WhetstoneError("corrupt", `${this.location} was damaged and has been removed`, {
      next: "call again: it is filled again from the log",
      cause: error,
    });
  }

  /** When a write fails on a table that cannot be read either, it is done again on a fresh one; its position goes with the old. */
  #write<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.hold(async () => {
      try {
        return await work();
      } catch (error) {
        const opened = error instanceof WhetstoneError ? undefined : await this.#tables.find();
        if (opened === undefined || (await isReadable(opened.table))) throw error;
        this.#tables.drop(opened);
        return work();
      }
    });
  }

  async #tidyNowAndThen(table: Table): Promise<void> {
    this.#writes += 1;
    if (this.#writes >= writesPerTidy) await this.#tidy(table);
  }

  /** Only under the lock: no other process writes, so unverified files are nobody's. */
  async #tidy(table: Table | undefined): Promise<void> {
    await table?.optimize({ cleanupOlderThan: new Date(), deleteUnverified: true });
    this.#writes = 0;
  }

  #expectDimensions(rows: readonly VectorRow[]): void {
    const odd = rows.find(({ vector }) => vector.length !== this.model.dimensions);
    if (odd === undefined) return;
    throw new RangeError(`a vector has ${odd.vector.length} dimensions, this index ${this.model.dimensions}`);
  }

  async #size(): Promise<number> {
    return folderSize(this.#tables.path((await this.#tables.find())?.name));
  }
}

async function isReadable(table: Table): Promise<boolean> {
  try {
    await table
      .query()
      .select(["key", "vector"])
      .limit(await table.countRows())
      .toArray();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
