import type { Mark, Marks } from "./store.js";

/**
 * Where the rows of a view lie, if not under its own name: a rebuilt view and its shadow have changed places.
 * Moving a million rows instead would take as long as folding a hundred thousand events.
 */
export type Slots = Readonly<Record<string, string>>;

interface MarksAndSlots {
  readonly marks: Marks;
  readonly slots: Slots;
}

/** A fingerprint alone means that the view is folded up to the head, as nearly all views are. */
type StoredMarks = Record<string, string | Mark>;

/** No view can have this name. */
const slotsName = "~slots";

/** Half as long as the marks as they are: a longer text would take a second page. */
export function textOfMarks({ marks, slots }: MarksAndSlots, head: number): string {
  const stored: StoredMarks = {};
  for (const name in marks) {
    const mark = marks[name];
    if (mark !== undefined) stored[name] = mark.position === head ? mark.fingerprint : mark;
  }
  return JSON.stringify(
    Object.keys(slots).length === 0 ? stored : { ...stored, [slotsName]: pairedOnce(slots) },
  );
}

/** Without spreading them: every transaction reads the marks. */
export function storedMarks(text: string, head: number): MarksAndSlots {
  const stored = JSON.parse(text) as StoredMarks & { readonly [slotsName]?: Slots };
  const marks: Record<string, Mark> = {};
  for (const name in stored) {
    const mark = stored[name];
    if (typeof mark === "string") marks[name] = { fingerprint: mark, position: head };
    else if (mark !== undefined && name !== slotsName) marks[name] = mark;
  }
  return { marks, slots: pairedBoth(stored[slotsName] ?? {}) };
}

/**
 * Two views that have changed places are written once: after a rebuild of all views the text would otherwise
 * need the second page after all.
 */
function pairedOnce(slots: Slots): Slots {
  return Object.fromEntries(
    Object.entries(slots).filter(([view, slot]) => view < slot || slots[slot] !== view),
  );
}

function pairedBoth(slots: Slots): Slots {
  const both = { ...slots };
  for (const [view, slot] of Object.entries(slots)) both[slot] ??= view;
  return both;
}

export function slotOf(slots: Slots, view: string): string {
  return slots[view] ?? view;
}

/** The view whose rows lie here. */
export function viewIn(slots: Slots, slot: string): string {
  return Object.keys(slots).find((view) => slots[view] === slot) ?? slot;
}

export function swappedSlots(slots: Slots, one: string, other: string): Slots {
  const after = { ...slots, [one]: slotOf(slots, other), [other]: slotOf(slots, one) };
  return Object.fromEntries(Object.entries(after).filter(([view, slot]) => view !== slot));
}
