import type { Marks } from "../../log/store/store.js";
import { storedMarks, textOfMarks } from "../../log/store/stored-marks.js";
import { type TailState, tailLength } from "../../log/store/tail-state.js";

/** How far the upper layer was folded, by view. */
function upperMarks({ marks }: TailState): Marks {
  return marks === null ? {} : storedMarks(marks.text, marks.head).marks;
}

export function setUpperMarks(state: TailState, marks: Marks, head: number): void {
  state.marks = { text: textOfMarks({ marks, slots: {} }, head), head };
}

export function dropUpperMark(state: TailState, view: string): void {
  if (state.marks === null) return;
  const { [view]: _dropped, ...rest } = upperMarks(state);
  setUpperMarks(state, rest, state.marks.head);
}

/**
 * How far both layers together were folded. A view without a mark above has no rows there: it stands where
 * the lower one does.
 */
export function layeredMarks(state: TailState, lower: Marks): Marks {
  return tailLength(state) === 0 ? lower : { ...lower, ...upperMarks(state) };
}

/** Whether the upper layer holds every event of the tail, in each of its views, or none at all. */
export function isWhole(state: TailState, head: number): boolean {
  return Object.values(upperMarks(state)).every(({ position }) => position === head);
}
