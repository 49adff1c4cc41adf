import { randomUUID } from "node:crypto";
import { renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Connection, Table } from "@lancedb/lancedb";
import { WhetstoneError } from "../../errors.js";
import { type ModelStamp, sameModel } from "../vector-index.js";
import type { Arrow } from "./import-lancedb.js";
import { lanceError } from "./lance-error.js";
import { schemaOf, stampOf } from "./lance-rows.js";

export const currentTable = "patterns";
/** `next` is filled beside `current` while another model's vectors still answer. */
const names = { current: currentTable, next: "patterns_next", old: "patterns_old" } as const;

export interface OpenTable {
  readonly table: Table;
  readonly name: string;
  /** Tells this table from others of its name. */
  readonly id: string;
  readonly inode: number;
}

/**
 * The tables of a folder, and which of them holds one model's vectors. What changes a table is called under
 * the lock only.
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

  path(name: string = names.current): string {
    return join(this.#folder, `${name}.lance`);
  }

  /**
   * The table of this model: the one that answers, or the one beside it. A handle is used until its folder is
   * another.
   */
  async find(): Promise<OpenTable | undefined> {
    const known = this.#opened;
    if (known !== undefined && this.#inode(known.name) === known.inode) return known;
    this.forget();
    for (const name of [names.current, names.next]) {
      const inode = this.#inode(name);
      const table = await this.#tryOpen(name);
      const stamp = table === undefined ? undefined : stampOf(await table.schema());
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
   * What stands in the way and is of no use, a damaged table or a third model's, is derived data and goes.
   */
  async findOrCreate(): Promise<OpenTable> {
    const found = await this.find();
    if (found !== undefined) return found;
    const name = (await this.#stampOf(names.current)) === undefined ? names.current : names.next;
    rmSync(this.path(name), { recursive: true, force: true });
    await this.#db.createEmptyTable(name, schemaOf(this.#arrow, this.#model, randomUUID()), {
      existOk: true,
    });
    const made = await this.find();
    if (made === undefined)
      throw new WhetstoneError("corrupt", `${this.path(name)} was made and is not there`);
    return made;
  }

  /** The model whose vectors answer, when it is another one. */
  async otherModel(): Promise<ModelStamp | undefined> {
    const stamp = await this.#stampOf(names.current);
    return stamp === undefined || sameModel(stamp, this.#model) ? undefined : stamp;
  }

  /** The ids of the tables that are there. */
  async ids(): Promise<readonly string[]> {
    const stamps = await Promise.all([names.current, names.next].map((name) => this.#stampOf(name)));
    return stamps.flatMap((stamp) => stamp?.table ?? []);
  }

  /**
   * Puts this model's table in the place of the one that answers. A crash in between leaves it findable as
   * `next`.
   */
  async promote(): Promise<void> {
    const found = await this.find();
    if (found === undefined || found.name === names.current) return;
    this.forget();
    rmSync(this.path(names.old), { recursive: true, force: true });
    if (this.#inode(names.current) !== undefined) renameSync(this.path(names.current), this.path(names.old));
    renameSync(this.path(names.next), this.path(names.current));
    rmSync(this.path(names.old), { recursive: true, force: true });
  }

  drop({ name }: OpenTable): void {
    this.forget();
    rmSync(this.path(name), { recursive: true, force: true });
  }

  forget(): void {
    this.#opened?.table.close();
    this.#opened = undefined;
  }

  close(): void {
    this.forget();
    this.#db.close();
  }

  async #stampOf(name: string): Promise<ReturnType<typeof stampOf>> {
    const table = await this.#tryOpen(name);
    const stamp = table === undefined ? undefined : stampOf(await table.schema());
    table?.close();
    return stamp;
  }

  /** Undefined where no table can be opened: there is none, or it is damaged. */
  async #tryOpen(name: string): Promise<Table | undefined> {
    if (this.#inode(name) === undefined) return undefined;
    try {
      return await this.#db.openTable(name);
    } catch (error) {
      if (error instanceof Error) return undefined;
      throw error;
    }
  }

  /** Of a folder only: LanceDB tries for seconds to open a file as a table. */
  #inode(name: string): number | undefined {
    try {
      const stat = statSync(this.path(name), { throwIfNoEntry: false });
      return stat?.isDirectory() === true ? stat.ino : undefined;
    } catch (error) {
      // A file stands where the folder of the tables was: there is none.
      if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
      throw lanceError(error, this.path(name));
    }
  }
}
