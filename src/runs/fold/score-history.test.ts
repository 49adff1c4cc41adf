import { expect, it } from "vitest";
import { noScores, scoresOf, withScore } from "./score-history.js";

const scores = [
  { at: "2026-03-01T08:00:00.000Z", score: 1 },
  { at: "2026-03-01T09:00:00.000Z", score: 0.75 },
  { at: "2026-03-02T00:00:00.000Z", score: 0 },
  { at: "2026-03-05T00:00:00.000Z", score: 0.333 },
  { at: "2026-03-05T23:59:59.999Z", score: 1e-7 },
];
const history = (daysKept: number) =>
  scores.reduce((all, score) => withScore(all, score, daysKept), noScores);

it("a score history keeps the last score of each day, oldest first", () => {
  expect(scoresOf(noScores)).toEqual([]);
  expect(scoresOf(history(60))).toEqual([scores[1], scores[2], scores[4]]);
});

it("a score history drops the oldest days", () => {
  expect(scoresOf(history(2))).toEqual([scores[2], scores[4]]);
});
