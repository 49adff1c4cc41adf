import type { JsonObject } from "../../json.js";
import type { Between, KeyedRow, Page } from "../store.js";
import { sumOf } from "./checksum.js";
import { gone, RowTexts } from "./row-texts.js";
import type { Statements } from "./statements.js";
import { damaged } from "./translate-error.js";

interface RowText {
  readonly key: string;
  readonly row: string;
  /** Of a row of the table; what is newer was checked with its bundle. */
  readonly sum?: number;
}

interface ViewRowsOptions {
  readonly project: string;
  readonly statements: Statements;
  readonly file: string;
  /** What is newer than the table when the transaction begins. */
  readonly recent: RowTexts;
  /** The view whose rows lie in a slot. */
  readonly nameOf: (slot: string) => string;
}

/** More rows than this in one transaction go to the table at once: a bundle of them would not fit. */
const mostCollected = 100;

/** The rows of one project's views, by slot: those of the table, and over them what is newer. */
export class ViewRows {
  readonly #project: string;
  readonly #statements: Statements;
  readonly #file: string;
  readonly #nameOf: (slot: string) => string;
  #recent: RowTexts;
  #changed = new RowTexts();
  #settled = false;

  constructor({ project, statements, file, recent, nameOf }: ViewRowsOptions) {
    this.#project = project;
    this.#statements = statements;
    this.#file = file;
    this.#recent = recent;
    this.#nameOf = nameOf;
  }

  /** What this transaction has changed and not written. */
  get changed(): RowTexts {
    return this.#changed;
  }

  /** Whether the table has them all, because this transaction wrote them there. */
  get settled(): boolean {
    return this.#settled;
  }

  get slots(): readonly string[] {
    return [...this.#recent.slots, ...this.#changed.slots];
  }

  row(slot: string, key: string): JsonObject | undefined {
    const newer = this.#changed.get(slot, key) ?? this.#recent.get(slot, key);
    if (newer !== undefined) return newer === gone ? undefined : JSON.parse(newer);
    const found = this.#statements.get<RowText>("row", this.#project, slot, key);
    return found && JSON.parse(this.#checked(slot, key, found));
  }

  rows(slot: string, { after, limit }: Page): readonly KeyedRow[] {
    const newer = this.#newerOf(slot);
    // Of the rows of the table some may be gone: with as many more there are enough.
    const wanted = limit + newer.size;
    const found =
      after === undefined
        ? this.#statements.all<RowText>("firstRows", this.#project, slot, wanted)
        : this.#statements.all<RowText>("rowsAfter", this.#project, slot, after, wanted);
    const merged = newer.size === 0 ? found : merge(found, newer, after);
    return merged.slice(0, limit).map((each) => ({
      key: each.key,
      row: JSON.parse(each.sum === undefined ? each.row : this.#checked(slot, each.key, each)),
    }));
  }

  count(slot: string, between?: Between): number {
    const newer = [...this.#newerOf(slot)].filter(([key]) => between === undefined || isBetween(key, between));
    const count =
      between === undefined
        ? this.#countOf("countRows", slot)
        : this.#countOf("countBetween", slot, between.after, between.before);
    if (newer.length === 0) return count;
    const replaced = this.#countOf("countKeys", slot, JSON.stringify(newer.map(([key]) => key)));
    return count - replaced + newer.filter(([, text]) => text !== gone).length;
  }

  /** `text` may be `gone`. */
  put(slot: string, key: string, text: string): void {
    if (this.#settled) this.#write(slot, key, text);
    else this.#changed.set(slot, key, text);
    if (this.#changed.size > mostCollected) this.settle();
  }

  clear(slot: string): void {
    this.settle();
    this.#statements.run("clearView", this.#project, slot);
  }

  /** Writes all that is newer to the table; what this transaction changes from now on goes there at once. */
  settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#recent.forEach((slot, key, text) => {
      if (this.#changed.get(slot, key) === undefined) this.#write(slot, key, text);
    });
    this.#changed.forEach((slot, key, text) => {
      this.#write(slot, key, text);
    });
    this.#recent = new RowTexts();
    this.#changed = new RowTexts();
  }

  #write(slot: string, key: string, text: string): void {
    if (text === gone) this.#statements.run("deleteRow", this.#project, slot, key);
    else this.#statements.of("putRow").run(this.#project, slot, key, text, sumOf(this.#project, key, text));
  }

  #countOf(statement: "countRows" | "countBetween" | "countKeys", slot: string, ...given: readonly string[]): number {
    return this.#statements.get<{ count: number }>(statement, this.#project, slot, ...given)?.count ?? 0;
  }

  #newerOf(slot: string): ReadonlyMap<string, string> {
    const [recent, changed] = [this.#recent.of(slot), this.#changed.of(slot)];
    if (changed.size === 0) return recent;
    return recent.size === 0 ? changed : new Map([...recent, ...changed]);
  }

  #checked(slot: string, key: string, { row, sum }: RowText): string {
    if (sum === sumOf(this.#project, key, row)) return row;
    throw damaged(this.#file, `row '${key}' of view '${this.#nameOf(slot)}' does not match its checksum`);
  }
}

function merge(
  found: readonly RowText[],
  newer: ReadonlyMap<string, string>,
  after: string | undefined,
): readonly RowText[] {
  const merged: RowText[] = found.filter(({ key }) => !newer.has(key));
  for (const [key, row] of newer) if (row !== gone && isAfter(key, after)) merged.push({ key, row });
  return merged.sort((a, b) => byBytes(a.key, b.key));
}

function isAfter(key: string, after: string | undefined): boolean {
  return after === undefined || byBytes(key, after) > 0;
}

function isBetween(key: string, { after, before }: Between): boolean {
  return byBytes(key, after) > 0 && byBytes(key, before) < 0;
}

/** As SQLite compares texts. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
