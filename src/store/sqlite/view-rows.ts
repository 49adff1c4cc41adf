import type { JsonObject } from "../../json.js";
import type { Between, KeyedRow, Page } from "../store.js";
import { sumOf } from "./checksum.js";
import type { Statements } from "./statements.js";
import { damaged } from "./translate-error.js";

interface StoredRow {
  readonly key: string;
  readonly row: string;
  readonly sum: number;
}

interface ViewRowsOptions {
  readonly project: string;
  readonly statements: Statements;
  readonly file: string;
  /** The view whose rows lie in a slot. */
  readonly nameOf: (slot: string) => string;
}

/** The rows of one project's views, by slot. Every row is checked against its sum when it is read. */
export class ViewRows {
  readonly #project: string;
  readonly #statements: Statements;
  readonly #file: string;
  readonly #nameOf: (slot: string) => string;

  constructor({ project, statements, file, nameOf }: ViewRowsOptions) {
    this.#project = project;
    this.#statements = statements;
    this.#file = file;
    this.#nameOf = nameOf;
  }

  row(slot: string, key: string): JsonObject | undefined {
    const found = this.#statements.get<StoredRow>("row", this.#project, slot, key);
    return found && this.#parsed(slot, key, found);
  }

  rows(slot: string, { after, limit }: Page): readonly KeyedRow[] {
    const found =
      after === undefined
        ? this.#statements.all<StoredRow>("firstRows", this.#project, slot, limit)
        : this.#statements.all<StoredRow>("rowsAfter", this.#project, slot, after, limit);
    return found.map((each) => ({ key: each.key, row: this.#parsed(slot, each.key, each) }));
  }

  count(slot: string, between?: Between): number {
    const found =
      between === undefined
        ? this.#statements.get<{ count: number }>("countRows", this.#project, slot)
        : this.#statements.get<{ count: number }>(
            "countBetween",
            this.#project,
            slot,
            between.after,
            between.before,
          );
    return found?.count ?? 0;
  }

  put(slot: string, key: string, row: JsonObject): void {
    const text = JSON.stringify(row);
    this.#statements.of("putRow").run(this.#project, slot, key, text, sumOf(this.#project, key, text));
  }

  delete(slot: string, key: string): void {
    this.#statements.run("deleteRow", this.#project, slot, key);
  }

  clear(slot: string): void {
    this.#statements.run("clearView", this.#project, slot);
  }

  #parsed(slot: string, key: string, { row, sum }: Pick<StoredRow, "row" | "sum">): JsonObject {
    if (sum === sumOf(this.#project, key, row)) return JSON.parse(row);
    throw damaged(this.#file, `row '${key}' of view '${this.#nameOf(slot)}' does not match its checksum`);
  }
}
