import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { Context } from "../verbs/call/context.js";
import { lessonRow, type lessonStates } from "./find-lesson.js";
import type { LessonRow, Trials } from "./kind.js";
import { type AnyKind, kinds } from "./kinds.js";
import type { FailureLesson, Lesson } from "./lesson-output.js";
import { type LessonStage, stageOf } from "./order-lessons.js";
import { allLessons, type TrialRow, trials } from "./trial/fold/trials.js";

/** A lesson as an agent may read it: the words of one that nobody stands behind are data. */
export function quotedLesson(lesson: Lesson): Lesson {
  return kindCalled(lesson.kind).quoted(lesson);
}

function kindCalled(called: Lesson["kind"]): AnyKind {
  const found = kinds.find(({ calledAs }) => calledAs.includes(called));
  if (found === undefined) throw new TypeError(`no kind of lesson is called ${called}`);
  return found;
}

export interface LessonFilter {
  readonly kind?: Lesson["kind"] | undefined;
  readonly role?: string | undefined;
  readonly state?: (typeof lessonStates)[number] | undefined;
  /** The same in the five words that people use. */
  readonly stage?: LessonStage | undefined;
  readonly verdict?: Verdict | undefined;
  /** Only lessons that hold all of these words, in their text or their id. */
  readonly words?: string | undefined;
  /** Failures too of which there is nothing to learn yet. */
  readonly all?: boolean | undefined;
}

type Verdict = NonNullable<FailureLesson["measured"]>["verdict"];

/**
 * Lessons with their track record: strategies that fail most first, then directives, then failures of most
 * sessions, then insights by their score.
 */
export async function listLessons(context: Context, filter: LessonFilter): Promise<readonly Lesson[]> {
  return filteredLessons(await listEveryLesson(context, filter.kind), filter);
}

/** Rows of lessons by the name of their view. */
export type LessonRows = ReadonlyMap<string, readonly LessonRow[]>;

/** Lessons of this kind, or of every kind, in any state. */
async function listEveryLesson(context: Context, kind?: Lesson["kind"]): Promise<readonly Lesson[]> {
  const wanted = kinds.filter(({ calledAs }) => kind === undefined || calledAs.includes(kind));
  return context.ledger.read(async (reader) => {
    const rows = new Map<string, readonly LessonRow[]>();
    for (const { view } of wanted) rows.set(view.name, await reader.rows(view));
    return lessonsOf(context, rows, await reader.rows(trials));
  });
}

/** The lessons that these rows hold, sorted. What fades is judged by the clock. */
export function lessonsOf(context: Context, rows: LessonRows, tried: readonly TrialRow[]): readonly Lesson[] {
  const byLesson = trialsByLesson(tried);
  // What roles notice is the most, and comes last.
  const inOrder = kinds.toSorted((a, b) => Number(a.name === "insight") - Number(b.name === "insight"));
  return inOrder.flatMap((kind) =>
    (rows.get(kind.view.name) ?? [])
      .flatMap((row) => kind.listed(row, context, byLesson) ?? [])
      .sort(kind.compare),
  );
}

function trialsByLesson(rows: readonly TrialRow[]): Trials {
  return new Map(rows.map((row) => [row.lesson, row]));
}

export function filteredLessons(
  all: readonly Lesson[],
  { kind, role, state, stage, verdict, words = "", all: isWhole = false }: LessonFilter,
): readonly Lesson[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return all.filter(
    (each) =>
      (kind === undefined || each.kind === kind) &&
      (role === undefined || kindCalled(each.kind).isFor(each, role)) &&
      (state === undefined ? isWhole || stage !== undefined || isWorthListing(each) : each.state === state) &&
      (stage === undefined || stageOf(each) === stage) &&
      (verdict === undefined || ("measured" in each && each.measured?.verdict === verdict)) &&
      (words === "" || wanted.every((word) => `${each.text} ${each.id}`.toLowerCase().includes(word))),
  );
}

/** A failure that nothing undid teaches nothing, whether it still happens or went by. */
function isWorthListing(lesson: Lesson): boolean {
  return lesson.state !== "unsolved";
}

/** One lesson, by the id that the list gives it; undefined when there is none. */
export async function oneLesson(
  context: Context,
  reader: LedgerReader,
  id: string,
): Promise<Lesson | undefined> {
  const found = await lessonRow(reader, id);
  if (found === undefined) return undefined;
  const tried = await reader.rowsAt(trials, [allLessons, id]);
  return found.of.listed(found.row, context, trialsByLesson(tried));
}
