import type { Config } from "../../config/settings.js";
import { wordOverlap, wordsOf } from "../strategies/word-overlap.js";
import { bestFirst } from "./best-first.js";
import { type Alike, diverse } from "./diverse.js";
import { type Candidate, type Contributions, contributionsOf, type LessonFacts, type SignalName } from "./signals.js";

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
  /** What the task says, for which critical lessons must match. */
  readonly query: string;
  readonly candidates: readonly Candidate[];
  /** By id. A candidate without facts is no active lesson and is left out. */
  readonly facts: ReadonlyMap<string, LessonFacts>;
  /** At most so many, the pinned ones among them. */
  readonly cap: number;
  readonly settings: Config["retrieval"];
  readonly off?: ReadonlySet<SignalName>;
  /** How alike two lessons are in meaning; undefined where that cannot be compared, and words alone decide. */
  readonly alike?: ((one: string, other: string) => number | undefined) | undefined;
}

/** Every kind of lesson in one list, best first: the pinned ones, then the rest by score and difference. */
export function rankLessons(ranking: Ranking): readonly RankedLesson[] {
  const { candidates, facts, cap, settings, off = new Set<SignalName>() } = ranking;
  const matches = matcher(ranking);
  const ranked = candidates.flatMap((candidate) => {
    const known = facts.get(candidate.id);
    if (known === undefined || !(known.maturity > 0)) return [];
    return [scored(candidate, known, matches, settings, off)];
  });
  const relevant = ranked.filter(({ score, pinned }) => score > 0 || pinned).sort(bestFirst);
  const pinned = relevant.filter((lesson) => lesson.pinned).slice(0, cap);
  const rest = relevant.filter((lesson) => !lesson.pinned);
  if (off.has("diversity")) return [...pinned, ...rest].slice(0, cap);
  return diverse(rest.slice(0, poolSize(cap)), pinned, cap, settings.mmrLambda, alikeOf(ranking));
}

/** Deep enough to find something different, and small enough that the least relevant of hundreds never comes up for being odd. */
function poolSize(cap: number): number {
  return 2 * cap;
}

type Matches = (candidate: Candidate, facts: LessonFacts) => boolean;

function scored(
  candidate: Candidate,
  facts: LessonFacts,
  matches: Matches,
  settings: Config["retrieval"],
  off: ReadonlySet<SignalName>,
): RankedLesson {
  const explain = contributionsOf(candidate, facts, settings, off);
  return {
    id: candidate.id,
    score: Object.values(explain).reduce((sum, part) => sum + part, 0),
    pinned: facts.critical === true && !off.has("pins") && matches(candidate, facts),
    avoid: facts.negative === true,
    explain,
  };
}

/** Looks at the two texts alone: what else is stored can never make a critical lesson stop matching. */
function matcher({ query, settings }: Ranking): Matches {
  const asked = wordsOf(query);
  return (candidate, { text }) =>
    candidate.trigger ||
    (candidate.meaning ?? 0) >= settings.matchFloor ||
    wordOverlap(asked, wordsOf(text)) >= settings.matchFloor;
}

/**
 * How far one lesson repeats another: both its words and its meaning must be alike, and more than by half. Related lessons are not
 * repetitions; taking plain similarity for one cost a tenth of the quality on real queries.
 */
function alikeOf({ facts, alike, settings: { repeatFloor } }: Ranking): Alike {
  const words = new Map<string, ReadonlySet<string>>();
  const wordsFor = (id: string) => {
    const known = words.get(id) ?? wordsOf(facts.get(id)?.text ?? "");
    words.set(id, known);
    return known;
  };
  return (one, other) => {
    const overlap = wordOverlap(wordsFor(one), wordsFor(other));
    const both = Math.min(overlap, alike?.(one, other) ?? overlap);
    return repeatFloor < 1 ? Math.max(0, (both - repeatFloor) / (1 - repeatFloor)) : 0;
  };
}
