import type { Config } from "../../base/config/settings.js";
import { wordOverlap, wordsOf } from "../../reading/language/words.js";
import { bestFirst } from "./best-first.js";
import { orderLessons } from "./order-lessons.js";
import {
  type Candidate,
  type Contributions,
  contributionsOf,
  type LessonFacts,
  type SignalName,
  sumOf,
} from "./signals.js";

export interface RankedLesson {
  readonly id: string;
  readonly score: number;
  /** Critical and about this task: it stands before the rest. */
  readonly pinned: boolean;
  /** Says what not to do. */
  readonly avoid: boolean;
  /** What each signal added to the score. */
  readonly explain: Contributions;
}

export interface Ranking {
  /** The task's text, which critical lessons must match. */
  readonly query: string;
  readonly candidates: readonly Candidate[];
  /** By id. A candidate without facts is not an active lesson and is left out. */
  readonly facts: ReadonlyMap<string, LessonFacts>;
  /** The length of the list, pinned lessons included. */
  readonly cap: number;
  readonly settings: Config["retrieval"];
  /**
   * Every candidate is meant for this reader: it is listed however little it is like the task, and a critical
   * one is pinned.
   */
  readonly scoped?: boolean;
  readonly off?: ReadonlySet<SignalName>;
  /**
   * How alike two lessons are in meaning; undefined where that cannot be compared, and words alone decide.
   */
  readonly alike?: ((one: string, other: string) => number | undefined) | undefined;
}

/** Every kind of lesson in one list, best first: the pinned ones, then the rest by score and difference. */
export function rankLessons({ candidates, ...ranking }: Ranking): readonly RankedLesson[] {
  const { scored, inOrder } = ranker(ranking);
  return inOrder(candidates.flatMap(scored));
}

/** Scores lessons one by one, for a caller who has read only some, and puts those that it scored in order. */
export function ranker(ranking: Omit<Ranking, "candidates">): {
  /** The lesson with its score; none for what is not to be listed. */
  readonly scored: (candidate: Candidate) => readonly RankedLesson[];
  readonly inOrder: (lessons: readonly RankedLesson[]) => readonly RankedLesson[];
} {
  const { facts, cap, settings, scoped = false, off = new Set<SignalName>(), alike } = ranking;
  const matches = scoped ? () => true : matcher(ranking);
  const scored = (candidate: Candidate) => {
    const known = facts.get(candidate.id);
    if (known === undefined || !(known.maturity > 0)) return [];
    const lesson = scoreOf(candidate, known, matches, settings, off);
    const { score, explain, pinned } = lesson;
    if (candidate.pinOnly === true && !pinned) return [];
    return scoped || pinned || (score > 0 && isAbout(explain)) ? [lesson] : [];
  };
  const inOrder = (lessons: readonly RankedLesson[]) =>
    off.has("diversity")
      ? [...lessons].sort(pinnedFirst).slice(0, cap)
      : orderLessons(lessons, { cap, settings, textOf: (id) => facts.get(id)?.text ?? "", alike });
  return { scored, inOrder };
}

/** Being new or weighty alone brings up nothing. */
function isAbout({ words, meaning, trigger, synonyms }: Contributions): boolean {
  return words + meaning + trigger + synonyms > 0;
}

function pinnedFirst(a: RankedLesson, b: RankedLesson): number {
  return Number(b.pinned) - Number(a.pinned) || bestFirst(a, b);
}

type Matches = (candidate: Candidate, facts: LessonFacts) => boolean;

function scoreOf(
  candidate: Candidate,
  facts: LessonFacts,
  matches: Matches,
  settings: Config["retrieval"],
  off: ReadonlySet<SignalName>,
): RankedLesson {
  const explain = contributionsOf(candidate, facts, settings, off);
  return {
    id: candidate.id,
    score: sumOf(explain),
    pinned: facts.critical === true && !off.has("pins") && matches(candidate, facts),
    avoid: facts.negative === true,
    explain,
  };
}

/**
 * A critical lesson is pinned when its words or meaning are this similar to the task, or when one of its
 * triggers stands in the title.
 */
export const matchFloor = 0.25;

/** Looks at the two texts alone: what else is stored can never make a critical lesson stop matching. */
function matcher({ query }: Pick<Ranking, "query">): Matches {
  const asked = wordsOf(query);
  return (candidate, { text }) =>
    candidate.trigger ||
    (candidate.meaning ?? 0) >= matchFloor ||
    wordOverlap(asked, wordsOf(text)) >= matchFloor;
}
