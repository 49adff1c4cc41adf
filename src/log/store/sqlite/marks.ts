import { sumOf } from "../checksum.js";
import type { Marks } from "../store.js";
import { type Slots, slotOf, storedMarks, swappedSlots, textOfMarks, viewIn } from "../stored-marks.js";
import type { Connection } from "./connection.js";
import { damaged } from "./translate-error.js";

interface StoredRow {
  readonly head: number;
  readonly marks: string;
  readonly sum: number;
}

/** How far the views of one project have been folded, and under which names their rows lie. */
export class ViewMarks {
  readonly #project: string;
  readonly #connection: Connection;
  #state: { readonly writtenAt: number; readonly marks: Marks; readonly slots: Slots } | undefined;
  #changed = false;

  constructor(project: string, connection: Connection) {
    this.#project = project;
    this.#connection = connection;
  }

  /** The event that was the newest when the marks were written, which therefore must be there. */
  get writtenAt(): number {
    return this.#loaded.writtenAt;
  }

  get marks(): Marks {
    return this.#loaded.marks;
  }

  set marks(marks: Marks) {
    this.#state = { ...this.#loaded, marks };
    this.#changed = true;
  }

  /** The name under which the rows of a view lie. */
  slotOf(view: string): string {
    return slotOf(this.#loaded.slots, view);
  }

  /** The view whose rows lie under this name. */
  viewIn(slot: string): string {
    return viewIn(this.#loaded.slots, slot);
  }

  exchange(one: string, other: string): void {
    this.#state = { ...this.#loaded, slots: swappedSlots(this.#loaded.slots, one, other) };
    this.#changed = true;
  }

  /** Writes the changed marks once. Must be called right before the commit. */
  finish(head: number): void {
    if (!this.#changed) return;
    const text = textOfMarks(this.#loaded, head);
    this.#connection.run(
      `INSERT INTO projects (project, head, marks, sum) VALUES (?, ?, ?, ?)
       ON CONFLICT (project) DO UPDATE SET head = excluded.head, marks = excluded.marks, sum = excluded.sum`,
      this.#project,
      head,
      text,
      sumOf(this.#project, head, text),
    );
  }

  get #loaded() {
    this.#state ??= this.#load();
    return this.#state;
  }

  #load() {
    const sql = "SELECT head, marks, sum FROM projects WHERE project = ?";
    const stored = this.#connection.get<StoredRow>(sql, this.#project);
    if (stored === undefined) return { writtenAt: 0, marks: {}, slots: {} };
    const { head, marks, sum } = stored;
    if (sum !== sumOf(this.#project, head, marks))
      throw damaged(this.#connection.file, "the marks of the views do not match their checksum");
    return { writtenAt: head, ...storedMarks(marks, head) };
  }
}
