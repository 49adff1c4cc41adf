import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { epochMs } from "../../log/events/time.js";
import { updatePatterns } from "../../seeds/rules/adapters.js";
import { type RunOutcome, toRunOutcome } from "../../seeds/rules/run-outcome.js";
import { blamedAdapter } from "./attribution.js";
import { confidenceAfter, type FailurePattern, patternIdOf } from "./failure-pattern.js";
import { frozen, histories, stoppedByUs } from "./random-outcomes.contract.js";

const failure = { success: false, dominantFailureType: "auth", adapterId: "github" };
const pattern: FailurePattern = {
  id: "github::auth",
  adapterId: "github",
  failureType: "auth",
  fixSuggestion: "Check the token.",
  confidence: 0.6,
  occurrences: 2,
  lastSeenAt: "2026-01-01T00:00:00.000Z",
};

describe("failure patterns", () => {
  it("updatePatterns increments occurrences and confidence", () => {
    const [first] = updatePatterns([], failure);
    expect(first).toMatchObject({ id: "github::auth", confidence: 0.55, occurrences: 1 });
    const third = updatePatterns([pattern], failure);
    expect(third).toEqual([{ ...pattern, confidence: 0.65, occurrences: 3 }]);
  });

  it("updatePatterns caps confidence at 0.95", () => {
    const [updated] = updatePatterns([{ ...pattern, occurrences: 9, confidence: 0.9 }], failure);
    expect(updated).toMatchObject({ occurrences: 10, confidence: 0.95 });
  });

  it.each([
    [1, 0.55],
    [2, 0.6],
    [3, 0.65],
    [4, 0.7],
    [8, 0.9],
    [9, 0.95],
    [10, 0.95],
    [1_000_000, 0.95],
  ])("after %i occurrences the confidence is %f", (occurrences, confidence) => {
    expect(confidenceAfter(occurrences, defaults.failurePatterns)).toBe(confidence);
  });

  it("an unknown count is not taken for a small one", () => {
    expect(confidenceAfter(Number.NaN, defaults.failurePatterns)).toBeNaN();
  });

  it.each([
    ["success", { result: "success", failureType: "auth", adapterId: "npm" }, undefined],
    ["partial without a culprit", { result: "partial", adapterId: "npm" }, undefined],
    [
      "partial that names what failed",
      { result: "partial", adapterId: "npm", failureType: "auth" },
      "npm::auth",
    ],
    ["failure of an unknown kind", { result: "failure", adapterId: "NPM" }, "unattributed::unknown"],
    [
      "trap 13: the adapter that failed",
      { result: "failure", adaptersUsed: ["git", "npm"], failedAdapter: "npm", failureType: "auth" },
      "npm::auth",
    ],
    [
      "a failure without a culprit",
      { result: "failure", adaptersUsed: ["git", "npm"], failureType: "Auth" },
      "unattributed::auth",
    ],
    ["trap 14: a block by a gate", { result: "failure", adapterId: "npm", cause: "approval" }, undefined],
  ])("the pattern id is right for %s", (_what, input, id) => {
    expect(patternIdOf(toRunOutcome(input))).toBe(id);
  });

  it("an undated occurrence is dated now, else by the newest pattern, and never earlier", () => {
    const seen = (outcome: object, now?: string) =>
      updatePatterns([pattern], { ...failure, ...outcome }, undefined, now)[0];
    expect(seen({}, "2026-02-01T00:00:00Z")?.lastSeenAt).toBe("2026-02-01T00:00:00.000Z");
    expect(seen({})?.lastSeenAt).toBe(pattern.lastSeenAt);
    expect(seen({ at: "2020-01-01T00:00:00Z" })?.lastSeenAt).toBe(pattern.lastSeenAt);
    expect(updatePatterns([], failure)[0]?.lastSeenAt).toBe("1970-01-01T00:00:00.000Z");
  });

  it("folding one outcome at a time equals counting the whole history", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const folded = history.reduce<FailurePattern[]>((all, each) => updatePatterns(frozen(all), each), []);
        expect(folded.map(({ id, occurrences, lastSeenAt }) => ({ id, occurrences, lastSeenAt }))).toEqual(
          counted(history),
        );
        for (const each of folded) {
          expect(each.confidence).toBeCloseTo(Math.min(0.95, 0.55 + 0.05 * (each.occurrences - 1)), 9);
        }
      }),
    );
  });

  it("trap 14: runs that a gate stopped are not an occurrence of a pattern", () => {
    fc.assert(
      fc.property(
        stoppedByUs,
        (outcome) => void expect(updatePatterns([pattern], outcome)).toEqual([pattern]),
      ),
    );
  });
});

/** The definition, the slow way: group all occurrences, then count. */
function counted(
  history: readonly RunOutcome[],
): Pick<FailurePattern, "id" | "occurrences" | "lastSeenAt">[] {
  const failed = history.filter(
    (each) =>
      (each.cause === "task" || each.cause === "infra") &&
      (each.result === "failure" ||
        (each.result === "partial" && (each.failureType !== undefined || each.failedAdapter !== undefined))),
  );
  const idOf = (each: RunOutcome) =>
    each.failureType === undefined
      ? "unattributed::unknown"
      : `${blamedAdapter(each) ?? "unattributed"}::${each.failureType}`;
  return [...new Set(failed.map(idOf))].map((id) => {
    const mine = failed.filter((each) => idOf(each) === id).map((each) => each.at);
    return {
      id,
      occurrences: mine.length,
      lastSeenAt: mine.sort((a, b) => epochMs(b) - epochMs(a))[0] ?? "",
    };
  });
}
