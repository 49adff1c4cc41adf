import { readFileSync } from "node:fs";
import { replaceFile } from "../../files/replace-file.js";

/**
 * How far each project's rows have come, by the table they are in. A table that was deleted or replaced has another name here,
 * so its rows are missing and its positions too. Written after the rows, and replaced whole.
 */
export class PositionFile {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(table: string, project: string): number {
    const position = this.#read()[table]?.[project];
    return typeof position === "number" && Number.isSafeInteger(position) && position > 0 ? position : 0;
  }

  /** Positions of tables other than `tables` are dropped. */
  write(table: string, project: string, position: number, tables: readonly string[]): void {
    const all = this.#read();
    const kept = Object.fromEntries(Object.entries(all).filter(([name]) => tables.includes(name)));
    replaceFile(this.#file, `${JSON.stringify({ ...kept, [table]: { ...all[table], [project]: position } })}\n`);
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
