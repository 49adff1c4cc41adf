import type { Config } from "../../base/config/settings.js";

/** Everything that moves a lesson up or down. Each can be switched off. */
export const signalNames = [
  "words",
  "meaning",
  "maturity",
  "insight",
  "outcome",
  "trigger",
  "synonyms",
  "coldStart",
  "standing",
  "diversity",
  "pins",
] as const;
export type SignalName = (typeof signalNames)[number];

/** A lesson that came up, and by what. */
export interface Candidate {
  readonly id: string;
  /** The share of the query's words that it has. */
  readonly words: number;
  /** How alike it is in meaning, 0 to 1; undefined when nothing compared meanings. */
  readonly meaning: number | undefined;
  /** Whether one of its trigger phrases stands in the title. */
  readonly trigger: boolean;
  /** The share of the query's words that it has by a learned synonym only. */
  readonly synonyms: number;
  /** It stands before the rest if it is about the task. */
  readonly critical?: boolean;
  /** Came up for being critical, and not by its rank: it is pinned or not listed at all. */
  readonly pinOnly?: boolean;
}

/** What is known of a lesson besides its text. */
export interface LessonFacts {
  readonly id: string;
  readonly text: string;
  /** The multiplier of its maturity; 0 leaves it out. */
  readonly maturity: number;
  /** An insight's score, 1 and more for the best. */
  readonly insightScore?: number | undefined;
  /** How the runs ended that were shown it, -1 all badly to 1 all well. */
  readonly outcome?: number | undefined;
  /** How often it was applied. */
  readonly applied: number;
  /** Phases since it was written; undefined when phases are not counted. */
  readonly agePhases?: number | undefined;
  /** What its kind's own rules add, such as the priority of a directive. */
  readonly standing?: number | undefined;
  readonly critical?: boolean;
  /** Says what not to do: shown as AVOID. */
  readonly negative?: boolean;
}

type ScoredSignal = Exclude<SignalName, "diversity" | "pins">;

/** What each signal added to the score. They add up to it. */
export type Contributions = Readonly<Record<ScoredSignal, number>>;

/** How far an insight's score, and the outcomes of a lesson, move relevance up or down. */
const insightWeight = 0.1;
const outcomeWeight = 0.1;

/** What the signals know of a lesson. */
export type Worth = Omit<LessonFacts, "id" | "text">;

/** The score of a lesson. */
export function worthOf(candidate: Candidate, facts: Worth, settings: Config["retrieval"]): number {
  return sumOf(contributionsOf(candidate, facts, settings, new Set()));
}

export function sumOf(contributions: Contributions): number {
  return Object.values(contributions).reduce((sum, part) => sum + part, 0);
}

/**
 * Relevance is words and meaning. What speaks for a lesson itself multiplies it, so that no fame makes a
 * lesson relevant; what speaks for this task is added. Nothing is cut off at 1: that made the right lesson
 * tie with noise.
 */
export function contributionsOf(
  candidate: Candidate,
  facts: Worth,
  settings: Config["retrieval"],
  off: ReadonlySet<SignalName>,
): Contributions {
  const on = (name: SignalName, value: number) => (off.has(name) ? 0 : value);
  const share = candidate.meaning === undefined || off.has("meaning") ? 0 : settings.meaningWeight;
  const words = on("words", finite(candidate.words, 0) * (off.has("words") ? 0 : 1 - share));
  const meaning = on("meaning", finite(candidate.meaning ?? 0, 0) * (off.has("words") ? 1 : share));
  const relevance = words + meaning;
  const maturity = on("maturity", relevance * (finite(facts.maturity, 0) - 1));
  const grown = relevance + maturity;
  const insight = on("insight", grown * insightWeight * insightOf(facts));
  const outcome = on("outcome", (grown + insight) * outcomeWeight * between(facts.outcome ?? 0, -1, 1));
  return {
    words,
    meaning,
    maturity,
    insight,
    outcome,
    trigger: on("trigger", candidate.trigger ? settings.triggerBoost : 0),
    synonyms: on("synonyms", settings.synonymBoost * between(candidate.synonyms, 0, 1)),
    coldStart: on("coldStart", isNew(facts) ? settings.coldStartBoost : 0),
    standing: on("standing", finite(facts.standing ?? 0, 0)),
  };
}

/** -1 for an insight of score 0 to 1 for a full one; a lesson without a score is neither. */
function insightOf({ insightScore }: Worth): number {
  return insightScore === undefined ? 0 : 2 * between(insightScore, 0, 1) - 1;
}

/** A lesson younger than this is new (directives: cold-start bonus). */
const coldStartPhases = 3;

function isNew({ applied, agePhases }: Worth): boolean {
  return applied === 0 && agePhases !== undefined && agePhases < coldStartPhases;
}

/** Not a number counts as the worst. */
function between(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, finite(value, low)));
}

function finite(value: number, otherwise: number): number {
  return Number.isFinite(value) ? value : otherwise;
}
