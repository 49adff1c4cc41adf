import { sumOf } from "../../log/store/checksum.js";
import type { Marks } from "../../log/store/store.js";
import { type Slots, storedMarks, textOfMarks } from "../../log/store/stored-marks.js";
import { damaged } from "./translate-error.js";

/** The row of a project. */
export interface ProjectRow {
  readonly revision: string;
  readonly head: number;
  readonly marks: string;
  /** Null before the first write. */
  readonly sum: number | null;
}

/** A project as a transaction found it or leaves it. */
export interface ProjectState {
  readonly revision: string;
  readonly head: number;
  readonly marks: Marks;
  readonly slots: Slots;
}

export function projectStateOf(project: string, { revision, head, marks, sum }: ProjectRow): ProjectState {
  if (sum !== null && sum !== marksSum(project, head, marks))
    throw damaged(project, "the marks of the views do not match their checksum");
  return { revision, head, ...storedMarks(marks, head) };
}

/** The marks as the database keeps them, and their sum. */
export function marksOf(project: string, state: ProjectState): readonly [text: string, sum: number] {
  const text = textOfMarks(state, state.head);
  return [text, marksSum(project, state.head, text)];
}

function marksSum(project: string, head: number, marks: string): number {
  return sumOf(project, head, marks) | 0;
}
