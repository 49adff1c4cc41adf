import { WhetstoneError } from "../errors.js";
import type { SearchNotes } from "./search-notes.js";
import type { VectorIndex, VectorRow } from "./vector-index.js";

/**
 * A vector store as it follows the log. What fails is noted and never stops a search: another process that
 * writes, or damage, is caught up with later; a place that cannot be written is left behind, and memory goes
 * on alone.
 */
export class FollowedStore {
  readonly #index: VectorIndex;
  readonly #notes: SearchNotes;
  /** How far the store was when it was last asked: one that has less now was lost in between. */
  readonly #reached = new Map<string, number>();
  /** Projects of which a write failed since the position was last asked for. */
  readonly #behind = new Set<string>();
  #isLeft = false;

  constructor(index: VectorIndex, notes: SearchNotes) {
    this.#index = index;
    this.#notes = notes;
  }

  /** Undefined once the store was left behind. */
  get index(): VectorIndex | undefined {
    return this.#isLeft ? undefined : this.#index;
  }

  /** Undefined when it cannot be told, or there is no store any more. */
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

  /** Replaces all that is stored of a project, which has come to `position`. */
  async refill(project: string, rows: readonly VectorRow[], position: number): Promise<void> {
    await this.#write(project, async (index) => {
      await index.clear(project);
      await index.upsert(project, rows);
      await index.setPosition(project, position);
    });
    this.#caughtUp(project, position);
  }

  /**
   * After the rows were written. A store that lost a write, or all it had, keeps its lower position and is
   * filled again from there.
   */
  async advance(project: string, position: number): Promise<void> {
    if (this.#behind.has(project)) return;
    await this.#write(project, async (index) => {
      const now = await index.position(project);
      if (now < (this.#reached.get(project) ?? 0)) return;
      await index.setPosition(project, position);
      this.#caughtUp(project, position);
    });
  }

  async clear(project: string): Promise<void> {
    await this.#write(project, (index) => index.clear(project));
    this.#reached.delete(project);
  }

  async promote(): Promise<void> {
    await this.#attempt((index) => index.promote());
  }

  /** Undefined when it failed. */
  read<T>(work: (index: VectorIndex) => Promise<T>): Promise<T | undefined> {
    return this.#attempt(work);
  }

  async close(): Promise<void> {
    await this.#notes.unless("store", () => this.#index.close(), undefined);
  }

  /** Only now is a failure of before made good: a read that works says nothing about what was lost. */
  #caughtUp(project: string, position: number): void {
    if (this.#behind.has(project) || this.#isLeft) return;
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
    if (this.#isLeft) return undefined;
    try {
      return await work(this.#index);
    } catch (error) {
      this.#notes.add("store", error);
      this.#isLeft ||= error instanceof WhetstoneError && !passing.includes(error.code);
      return undefined;
    }
  }
}

/** What goes away by itself: the other process ends, and a damaged table was removed. */
const passing: readonly WhetstoneError["code"][] = ["busy", "corrupt"];
