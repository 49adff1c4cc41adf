import type { FalsePositive } from "../verdict/verdict.js";
import { type Match, type MatchCandidate, type MatchSettings, matchByText } from "./match-by-text.js";

/** A deliberation as far as a verdict can name parts of it. */
export interface JudgedDeliberation {
  readonly findings: readonly JudgedFinding[];
}

interface JudgedFinding {
  readonly id: string;
  readonly text: string;
  /** The insights that came of it, linked when the deliberation was stored. */
  readonly lessons: readonly string[];
}

/**
 * The insight that a validator calls a false positive. A finding's id decides when it has one linked insight;
 * with several, the words decide among those; with none, the words of the entry or of the finding decide
 * among all candidates. Nobody is penalised on a doubt.
 */
export function matchFalsePositive(
  { finding, text }: FalsePositive,
  deliberation: JudgedDeliberation,
  candidates: readonly MatchCandidate[],
  settings: MatchSettings,
): Match {
  const named = findingsNamed(finding ?? text ?? "", deliberation);
  const linked = [...new Set(named.flatMap(({ lessons }) => lessons))];
  if (linked.length === 1 && linked[0] !== undefined) return { lesson: linked[0], by: "finding" };
  const words = wordsToGoBy(text, named);
  if (words === undefined) {
    return {
      lesson: null,
      reason: named.length > 0 ? "ambiguous" : finding === undefined ? "no_match" : "unknown_finding",
    };
  }
  if (linked.length === 0) return matchByText(words, candidates, settings);
  const among = candidates.filter(({ lesson }) => linked.includes(lesson));
  const match = matchByText(words, among, settings);
  return match.lesson === null ? { lesson: null, reason: "ambiguous" } : match;
}

/** By the id as written; else in any case. An entry that is nothing but an id may have come as a text. */
function findingsNamed(name: string, { findings }: JudgedDeliberation): readonly JudgedFinding[] {
  const wanted = name.trim();
  const exact = findings.filter(({ id }) => id === wanted);
  return exact.length > 0 ? exact : findings.filter(({ id }) => id.toLowerCase() === wanted.toLowerCase());
}

/** The entry's own words; else those of the one finding it names. */
function wordsToGoBy(text: string | undefined, named: readonly JudgedFinding[]): string | undefined {
  const isOnlyAnId = named.some(({ id }) => id.toLowerCase() === text?.trim().toLowerCase());
  if (text !== undefined && text.trim() !== "" && !isOnlyAnId) return text;
  return named.length === 1 ? named[0]?.text : undefined;
}
