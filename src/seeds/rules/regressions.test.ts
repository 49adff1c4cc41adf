import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { findRegressions } from "./learning-report.js";
import { toRunOutcome } from "./run-outcome.js";

const history = (...results: string[]) =>
  results.map((result, index) =>
    toRunOutcome({ runId: `run-${index}`, result, adapterId: "npm", at: index }),
  );
const five = Array<string>(5).fill("success");

describe("regressions", () => {
  it.each([
    ["a row of five that ended", [...five, "failure"], 5],
    ["partial is not success", [...five, "partial"], 5],
    ["a row of four", [...five.slice(1), "failure"], undefined],
    ["recovered", [...five, "failure", "success"], undefined],
    ["failing for longer", [...five, "failure", "failure"], undefined],
    ["none", five, undefined],
  ])("findRegressions is right for %s", (_what, results, successesBefore) => {
    expect(findRegressions(history(...results), defaults.policy)[0]?.successesBefore).toBe(successesBefore);
  });

  it("a regression names the run", () => {
    expect(findRegressions(history(...five, "failure"), defaults.policy)).toEqual([
      {
        adapterId: "npm",
        runId: "run-5",
        result: "failure",
        at: "1970-01-01T00:00:00.005Z",
        successesBefore: 5,
      },
    ]);
  });
});
