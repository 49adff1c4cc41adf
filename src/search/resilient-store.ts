import { WhetstoneError } from "../base/errors.js";
import type { SearchNotes } from "./search-notes.js";
import type { VectorIndex, VectorRow } from "./vector-index.js";

/**
 * Wraps a vector store so that its failures are noted and never stop a search. Writes that failed because
 * another process was writing, or because of damage, are repeated later; a store that cannot be written is
 * abandoned, and search continues in memory.
 */
export class ResilientStore {
  readonly #index: VectorIndex;
  readonly #notes: SearchNotes;
  /** The last known position of each project. A store that is at a lower one now has lost its rows. */
  readonly #reached = new Map<string, number>();
  /** Projects with a failed write since their position was last read. */
  readonly #behind = new Set<string>();
  #isAbandoned = false;

  constructor(index: VectorIndex, notes: SearchNotes) {
    this.#index = index;
    this.#notes = notes;
  }

  /** Undefined after the store was abandoned. */
  get index(): VectorIndex | undefined {
    return this.#isAbandoned ? undefined : this.#index;
  }

  /** Undefined when it cannot be read, or the store was abandoned. */
  async position(project: string): Promise<number | undefined> {
    const position = await this.read((index) => index.position(project));
    if (position === undefined) return undefined;
    this.#reached.set(project, position);
    this.#behind.delete(project);
    return position;
  }

  async upsert(project: string, rows: readonly VectorRow[]): Promise<void> {
    if (rows.length > 0) await this.#write(project, (index) => index.upsert(project, rows));
  }

  async remove(project: string, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#write(project, (index) => index.remove(project, ids));
  }

  /** Replaces all rows of a project, and sets its position. */
  async refill(project: string, rows: readonly VectorRow[], position: number): Promise<void> {
    await this.#write(project, async (index) => {
      await index.clear(project);
      await index.upsert(project, rows);
      await index.setPosition(project, position);
    });
    this.#setReached(project, position);
  }

  /**
   * Call it after the rows are written. A store that lost a write, or all rows, keeps its lower position and
   * is filled again from there.
   */
  async advance(project: string, position: number): Promise<void> {
    if (this.#behind.has(project)) return;
    await this.#write(project, async (index) => {
      const now = await index.position(project);
      if (now < (this.#reached.get(project) ?? 0)) return;
      await index.setPosition(project, position);
      this.#setReached(project, position);
    });
  }

  async clear(project: string): Promise<void> {
    await this.#write(project, (index) => index.clear(project));
    this.#reached.delete(project);
  }

  async promote(): Promise<void> {
    await this.#attempt((index) => index.promote());
  }

  /** Undefined when the read failed. */
  read<T>(work: (index: VectorIndex) => Promise<T>): Promise<T | undefined> {
    return this.#attempt(work);
  }

  async close(): Promise<void> {
    await this.#notes.tryOrNote("store", () => this.#index.close(), undefined);
  }

  /** Clears the note only here: a read that works does not prove that lost writes were repeated. */
  #setReached(project: string, position: number): void {
    if (this.#behind.has(project) || this.#isAbandoned) return;
    this.#reached.set(project, position);
    this.#notes.clear("store");
  }

  async #write(project: string, work: (index: VectorIndex) => Promise<void>): Promise<void> {
    const done = await this.#attempt(async (index) => {
      await work(index);
      return true;
    });
    if (done !== true) this.#behind.add(project);
  }

  async #attempt<T>(work: (index: VectorIndex) => Promise<T>): Promise<T | undefined> {
    if (this.#isAbandoned) return undefined;
    try {
      return await work(this.#index);
    } catch (error) {
      this.#notes.add("store", error);
      this.#isAbandoned ||= error instanceof WhetstoneError && !temporaryErrors.includes(error.code);
      return undefined;
    }
  }
}

/** Errors that pass: another process finishes, and a damaged table has been removed. */
const temporaryErrors: readonly WhetstoneError["code"][] = ["busy", "corrupt"];
