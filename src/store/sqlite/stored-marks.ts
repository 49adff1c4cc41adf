import type { Mark, Marks } from "../store.js";

/** A fingerprint alone stands for a view that was folded up to the head, as nearly all of them are. */
type StoredMarks = Readonly<Record<string, string | Mark>>;

/** Half as long as the marks themselves: every write writes them, and a longer text would take a second page. */
export function textOfMarks(marks: Marks, head: number): string {
  const stored: Record<string, string | Mark> = {};
  for (const name in marks) {
    const mark = marks[name];
    if (mark !== undefined) stored[name] = mark.position === head ? mark.fingerprint : mark;
  }
  return JSON.stringify(stored);
}

export function marksFromText(text: string, head: number): Marks {
  const stored: StoredMarks = JSON.parse(text);
  const marks: Record<string, Mark> = {};
  for (const [name, mark] of Object.entries(stored)) {
    marks[name] = typeof mark === "string" ? { fingerprint: mark, position: head } : mark;
  }
  return marks;
}
