import { randomUUID } from "node:crypto";
import { renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Connection, Table } from "@lancedb/lancedb";
import { WhetstoneError } from "../../base/errors.js";
import { type ModelStamp, sameModel } from "../vector-index.js";
import type { Arrow } from "./import-lancedb.js";
import { lanceError } from "./lance-error.js";
import { readStamp, tableSchema } from "./lance-rows.js";

export const currentTable = "patterns";
/** `next` is filled while searches still use another model's vectors in `current`. */
const tableNames = { current: currentTable, next: "patterns_next", old: "patterns_old" } as const;

export interface OpenTable {
  readonly table: Table;
  readonly name: string;
  /** Distinguishes this table from others of the same name. */
  readonly id: string;
  readonly inode: number;
}

/**
 * The tables of a folder, of which one holds this model's vectors. Methods that change a table must be called
 * under the write lock.
 */
export class LanceTables {
  readonly #folder: string;
  readonly #model: ModelStamp;
  readonly #db: Connection;
  readonly #arrow: Arrow;
  #opened: OpenTable | undefined;

  constructor(folder: string, model: ModelStamp, db: Connection, arrow: Arrow) {
    this.#folder = folder;
    this.#model = model;
    this.#db = db;
    this.#arrow = arrow;
  }

  path(name: string = tableNames.current): string {
    return join(this.#folder, `${name}.lance`);
  }

  /**
   * The table of this model, `current` or `next`. A handle is reused until its folder is replaced.
   */
  async find(): Promise<OpenTable | undefined> {
    const known = this.#opened;
    if (known !== undefined && this.#inode(known.name) === known.inode) return known;
    this.closeHandle();
    for (const name of [tableNames.current, tableNames.next]) {
      const inode = this.#inode(name);
      const table = await this.#tryOpen(name);
      const stamp = table === undefined ? undefined : readStamp(await table.schema());
      if (
        table !== undefined &&
        inode !== undefined &&
        stamp !== undefined &&
        sameModel(stamp, this.#model)
      ) {
        this.#opened = { table, name, id: stamp.table, inode };
        return this.#opened;
      }
      table?.close();
    }
    return undefined;
  }

  /**
   * Removes a damaged table or that of a third model if it is in the way: it is derived data.
   */
  async findOrCreate(): Promise<OpenTable> {
    const found = await this.find();
    if (found !== undefined) return found;
    const name =
      (await this.#stampOf(tableNames.current)) === undefined ? tableNames.current : tableNames.next;
    rmSync(this.path(name), { recursive: true, force: true });
    await this.#db.createEmptyTable(name, tableSchema(this.#arrow, this.#model, randomUUID()), {
      existOk: true,
    });
    const made = await this.find();
    if (made === undefined)
      throw new WhetstoneError("corrupt", `${this.path(name)} was created and cannot be found`);
    return made;
  }

  /** The model of `current` when it is not this model. */
  async otherModel(): Promise<ModelStamp | undefined> {
    const stamp = await this.#stampOf(tableNames.current);
    return stamp === undefined || sameModel(stamp, this.#model) ? undefined : stamp;
  }

  /** The ids of the existing tables. */
  async ids(): Promise<readonly string[]> {
    const stamps = await Promise.all(
      [tableNames.current, tableNames.next].map((name) => this.#stampOf(name)),
    );
    return stamps.flatMap((stamp) => stamp?.table ?? []);
  }

  /**
   * Makes this model's table the current one. After a crash in between it is still found as `next`.
   */
  async promote(): Promise<void> {
    const found = await this.find();
    if (found === undefined || found.name === tableNames.current) return;
    this.closeHandle();
    rmSync(this.path(tableNames.old), { recursive: true, force: true });
    if (this.#inode(tableNames.current) !== undefined)
      renameSync(this.path(tableNames.current), this.path(tableNames.old));
    renameSync(this.path(tableNames.next), this.path(tableNames.current));
    rmSync(this.path(tableNames.old), { recursive: true, force: true });
  }

  drop({ name }: OpenTable): void {
    this.closeHandle();
    rmSync(this.path(name), { recursive: true, force: true });
  }

  closeHandle(): void {
    this.#opened?.table.close();
    this.#opened = undefined;
  }

  close(): void {
    this.closeHandle();
    this.#db.close();
  }

  async #stampOf(name: string): Promise<ReturnType<typeof readStamp>> {
    const table = await this.#tryOpen(name);
    const stamp = table === undefined ? undefined : readStamp(await table.schema());
    table?.close();
    return stamp;
  }

  /** Undefined when the table is missing or damaged. */
  async #tryOpen(name: string): Promise<Table | undefined> {
    if (this.#inode(name) === undefined) return undefined;
    try {
      return await this.#db.openTable(name);
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    }
  }

  /** Undefined for a file: LanceDB would try for seconds to open it as a table. */
  #inode(name: string): number | undefined {
    try {
      const stat = statSync(this.path(name), { throwIfNoEntry: false });
      return stat?.isDirectory() === true ? stat.ino : undefined;
    } catch (error) {
      // A file has replaced the folder of the tables.
      if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
      throw lanceError(error, this.path(name));
    }
  }
}
