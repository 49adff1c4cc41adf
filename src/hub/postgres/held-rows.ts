interface HeldProject {
  readonly revision: string;
  /** Slot, then key; undefined where the database has no such row. */
  readonly slots: Map<string, Map<string, string | undefined>>;
  chars: number;
}

/**
 * Rows as the database had them at a revision of their project: good for as long as the project has that
 * revision, which every transaction reads first. Whole projects go when there are too many, the longest
 * unused first.
 */
export class HeldRows {
  readonly #mostChars: number;
  readonly #projects = new Map<string, HeldProject>();
  #chars = 0;

  constructor(mostChars: number) {
    this.#mostChars = mostChars;
  }

  /** Undefined where it is not known; `{ text: undefined }` where there is no such row. */
  get(
    project: string,
    revision: string,
    slot: string,
    key: string,
  ): { readonly text: string | undefined } | undefined {
    const held = this.#projects.get(project);
    const rows = held?.revision === revision ? held.slots.get(slot) : undefined;
    return rows?.has(key) ? { text: rows.get(key) } : undefined;
  }

  set(project: string, revision: string, slot: string, key: string, text: string | undefined): void {
    const held = this.#at(project, revision);
    const rows = held.slots.get(slot) ?? new Map<string, string | undefined>();
    held.slots.set(slot, rows);
    this.#count(held, sizeOf(key, text) - (rows.has(key) ? sizeOf(key, rows.get(key)) : 0));
    rows.set(key, text);
    this.#shrink();
  }

  /** What is held is good for the next revision too, but for what is set after this. */
  advance(project: string, from: string, to: string): void {
    const held = this.#projects.get(project);
    if (held?.revision !== from) return;
    this.#projects.set(project, { ...held, revision: to });
  }

  drop(project: string): void {
    this.#chars -= this.#projects.get(project)?.chars ?? 0;
    this.#projects.delete(project);
  }

  #at(project: string, revision: string): HeldProject {
    const known = this.#projects.get(project);
    if (known?.revision === revision) {
      // The last one in the map is the last one used.
      this.#projects.delete(project);
      this.#projects.set(project, known);
      return known;
    }
    this.drop(project);
    const fresh = { revision, slots: new Map<string, Map<string, string | undefined>>(), chars: 0 };
    this.#projects.set(project, fresh);
    return fresh;
  }

  #count(held: HeldProject, chars: number): void {
    held.chars += chars;
    this.#chars += chars;
  }

  #shrink(): void {
    for (const project of this.#projects.keys()) {
      if (this.#chars <= this.#mostChars) return;
      this.drop(project);
    }
  }
}

/** What a row costs besides its texts. */
const rowChars = 64;

function sizeOf(key: string, text: string | undefined): number {
  return key.length + (text?.length ?? 0) + rowChars;
}
