import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { updateSkillStats } from "../../seeds/rules/learning-cycle.js";
import { type RunOutcome, toRunOutcome } from "../../seeds/rules/run-outcome.js";
import { frozen, histories } from "./random-outcomes.contract.js";
import type { SkillStats } from "./skill-stats.js";

const fold = (history: readonly RunOutcome[]) =>
  history.reduce<Record<string, SkillStats>>((all, each) => updateSkillStats(frozen(all), frozen(each)), {});
const used = (...results: string[]) =>
  fold(results.map((result) => toRunOutcome({ result, skillsUsed: ["tdd"] }))).tdd;

describe("skill stats", () => {
  it.each([
    [["success"], 1],
    [["failure"], -0.75],
    [["partial"], 0],
    [["success", "failure"], 0.125],
    [["success", "success", "success", "failure"], 0.5625],
    [["success", "partial"], 0.5],
  ])("the score of a skill is right after %s", (results, score) => {
    expect(used(...results)?.score).toBe(score);
  });

  it("skill stats equal counting the whole history", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const stats = new Map(Object.entries(fold(history)));
        for (const skill of ["tdd", "__proto__"]) {
          const mine = history.filter(
            (each) => each.skillsUsed.includes(skill) && (each.cause === "task" || each.cause === "infra"),
          );
          const count = (result: string) => mine.filter((each) => each.result === result).length;
          const found = stats.get(skill);
          expect(found?.runs ?? 0).toBe(mine.length);
          if (found === undefined) continue;
          expect([found.successes, found.failures]).toEqual([count("success"), count("failure")]);
          expect(found.score).toBeCloseTo((count("success") - 0.75 * count("failure")) / mine.length, 9);
          expect(found.lastUsedAt).toBe(
            mine
              .map((each) => each.at)
              .sort()
              .at(-1),
          );
        }
      }),
    );
  });
});
