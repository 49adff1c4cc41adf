import type { Mark, Marks } from "../store.js";
import { storedMarks, textOfMarks } from "../stored-marks.js";
import { lengthOf, type TailState } from "./tail-state.js";

/** How far the upper layer was folded, by view. */
export function upperMarks({ marks }: TailState): Marks {
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
 * How far both layers together were folded. The upper one counts only over a lower one that was folded by
 * the same fold up to the hub's newest event; else the lower one is brought up first, and its mark says so.
 */
export function layeredMarks(state: TailState, lower: Marks, hubHead: number): Marks {
  if (lengthOf(state) === 0) return lower;
  const upper = upperMarks(state);
  const marks: Record<string, Mark> = {};
  for (const name of new Set([...Object.keys(lower), ...Object.keys(upper)])) {
    const [below, above] = [lower[name], upper[name]];
    // There is nothing to fold below before the hub's first event.
    const isReady = below === undefined ? hubHead === 0 : below.position >= hubHead;
    const isSame = below === undefined || below.fingerprint === above?.fingerprint;
    const mark = isReady && isSame ? above : below;
    if (mark !== undefined) marks[name] = mark;
  }
  return marks;
}

/** Whether the upper layer holds every event of the tail, in each of its views, or none at all. */
export function isWhole(state: TailState, head: number): boolean {
  return Object.values(upperMarks(state)).every(({ position }) => position === head);
}
