import type { Ledger } from "../store/ledger.js";
import type { Context } from "./context.js";
import { type Lesson, listEveryLesson } from "./lessons.js";

interface Kept {
  /** The newest event that the list knows, and how often events before it had moved. */
  readonly head: number;
  readonly moves: number;
  readonly at: number;
  readonly lessons: Promise<readonly Lesson[]>;
}

/** What is proven or has faded depends on the time too, by days. */
const keptForMs = 10_000;

const kept = new WeakMap<Ledger, Kept>();

/**
 * Every lesson, as it was after the newest event and within the last seconds: whoever turns the pages of a long
 * list has it read and sorted once.
 */
export async function keptLessons(context: Context): Promise<readonly Lesson[]> {
  const { ledger, clock } = context;
  const { head, moves } = await ledger.read(async (reader) => ({
    head: await reader.head(),
    moves: (await reader.numbering()).moves,
  }));
  const known = kept.get(ledger);
  const now = clock();
  const isSame = known?.head === head && known.moves === moves;
  if (isSame && now - known.at >= 0 && now - known.at < keptForMs) return known.lessons;
  const lessons = listEveryLesson(context);
  kept.set(ledger, { head, moves, at: now, lessons });
  // The caller gets the error; the next one tries again.
  lessons.catch(() => kept.delete(ledger));
  return lessons;
}
