import { pushBounded } from "../../log/bounded-list.js";
import { epochMs, isoTime } from "../../log/events/time.js";

export interface DatedScore {
  readonly at: string;
  readonly score: number;
}

/**
 * The last score of each of the newest days. Its row is written with every outcome, and a list of sixty
 * objects took longer to write than the rest of it: the days that are over are one text, `time score` after
 * `time score`, oldest first, with the time in milliseconds and to the base of 36, which is a third as long
 * as its ISO form.
 */
export interface ScoreHistory {
  readonly past: string;
  readonly last: DatedScore | null;
}

export const noScores: ScoreHistory = { past: "", last: null };

/**
 * The history after one more score, with at most `daysKept` days. A score of the same day replaces the last
 * one.
 */
export function withScore({ past, last }: ScoreHistory, newest: DatedScore, daysKept: number): ScoreHistory {
  if (last === null || last.at.slice(0, 10) === newest.at.slice(0, 10)) return { past, last: newest };
  const over = `${epochMs(last.at).toString(36)} ${last.score}`;
  return {
    past: pushBounded(past === "" ? [] : past.split(","), over, daysKept - 1).join(","),
    last: newest,
  };
}

/** Oldest first. */
export function scoresOf({ past, last }: ScoreHistory): readonly DatedScore[] {
  if (last === null) return [];
  const over = past === "" ? [] : past.split(",").map((each) => each.split(" "));
  return [
    ...over.map(([at = "", score]) => ({ at: isoTime(Number.parseInt(at, 36)), score: Number(score) })),
    last,
  ];
}
