/** Stands for a row that is gone. No row is an empty text. */
export const gone = "";

/** Rows that are newer than those in the table `views`, as JSON, by slot and key. */
export class RowTexts {
  readonly #slots = new Map<string, Map<string, string>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get slots(): readonly string[] {
    return [...this.#slots.keys()];
  }

  get(slot: string, key: string): string | undefined {
    return this.#slots.get(slot)?.get(key);
  }

  set(slot: string, key: string, text: string): void {
    const rows = this.#slots.get(slot) ?? new Map<string, string>();
    if (rows.size === 0) this.#slots.set(slot, rows);
    if (!rows.has(key)) this.#size += 1;
    rows.set(key, text);
  }

  addAll(others: RowTexts): void {
    for (const [slot, rows] of others.#slots) for (const [key, text] of rows) this.set(slot, key, text);
  }

  of(slot: string): ReadonlyMap<string, string> {
    return this.#slots.get(slot) ?? none;
  }

  forEach(visit: (slot: string, key: string, text: string) => void): void {
    for (const [slot, rows] of this.#slots) for (const [key, text] of rows) visit(slot, key, text);
  }
}

const none: ReadonlyMap<string, string> = new Map();
