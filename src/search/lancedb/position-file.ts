import { readFileSync } from "node:fs";
import { replaceFile } from "../../files/replace-file.js";

/** A table as its positions know it. */
export interface TableState {
  readonly id: string;
  /** Grows with every write: a lower one than was noted is an older copy of the table. */
  readonly version: number;
}

/**
 * How far each project's rows have come, by the table they are in. A table that was deleted, replaced or put
 * back from a copy has another id or a lower version, so its rows are missing and its positions too. Written
 * after the rows, and replaced whole.
 */
export class PositionFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read({ id, version }: TableState, project: string): number {
    const noted = this.#read()[id]?.[project];
    if (!Array.isArray(noted) || !noted.every((each) => Number.isSafeInteger(each) && each >= 0)) return 0;
    const [position, since] = noted as readonly number[];
    return since !== undefined && since <= version ? (position ?? 0) : 0;
  }

  /** Positions of tables other than `tables` are dropped. */
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
