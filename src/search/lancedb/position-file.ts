import { readFileSync } from "node:fs";
import { replaceFile } from "../../base/files/replace-file.js";

export interface TableState {
  readonly id: string;
  /** Grows with every write; a lower version than was recorded means an older copy of the table. */
  readonly version: number;
}

/**
 * The position of each project in each table. A table that was deleted, replaced or restored from a copy has
 * another id or a lower version, so its recorded positions no longer apply. Written after the rows, and
 * replaced as a whole.
 */
export class PositionFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read({ id, version }: TableState, project: string): number {
    const recorded = this.#read()[id]?.[project];
    if (!Array.isArray(recorded) || !recorded.every((each) => Number.isSafeInteger(each) && each >= 0))
      return 0;
    const [position, atVersion] = recorded as readonly number[];
    return atVersion !== undefined && atVersion <= version ? (position ?? 0) : 0;
  }

  /** Drops the positions of all tables that are not in `tables`. */
  write({ id, version }: TableState, project: string, position: number, tables: readonly string[]): void {
    const all = this.#read();
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => tables.includes(name)));
    const own = { ...all[id], [project]: [position, version] };
    replaceFile(this.#file, `${JSON.stringify({ ...kept, [id]: own })}\n`);
  }

  #read(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    try {
      const value: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as never) : {};
    } catch (error) {
      // Missing or damaged: the position is unknown, and 0 only repeats work.
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return {};
      throw error;
    }
  }
}
