import { describe, expect, it } from "vitest";
import type { AdapterReliability } from "../../runs/reliability/reliability.js";
import { applyLearningCycle } from "./learning-cycle.js";
import { buildLearningReportJson } from "./learning-report.js";
import { buildLearningReportMarkdown } from "./learning-report-markdown.js";
import { emptyLearningState, type LearningState } from "./learning-state.js";
import type { RunOutcomeInput } from "./run-outcome.js";

const jan = (dayOfMonth: number) => `2026-01-${String(dayOfMonth).padStart(2, "0")}T00:00:00.000Z`;
const ok = (adapterId: string): RunOutcomeInput => ({ success: true, adapterId, at: jan(1) });
const bad = (adapterId: string, failureType = "auth"): RunOutcomeInput => ({
  success: false,
  adapterId,
  failureType,
  at: jan(2),
});
const learn = (...history: RunOutcomeInput[]) =>
  history.reduce<LearningState>(
    (state, outcome) => applyLearningCycle({ state, outcome }).updatedState,
    emptyLearningState(),
  );
const row = (adapterId: string, reliabilityScore: number): AdapterReliability => ({
  adapterId,
  reliabilityScore,
  successRate: 1,
  avgRetries: 0,
  qualityScore: 1,
  runs: 1,
  updatedAt: jan(1),
});

describe("the learning report", () => {
  it("the report ranks three strongest, three weakest and five patterns", () => {
    const reliability = [row("b", 0.5), row("nan", Number.NaN), row("a", 0.9), row("d", 0.5), row("c", 1)];
    const failures = ["one", "two", "three", "four", "five", "six"].map((type) => bad("npm", type));
    const state = { ...learn(...failures, bad("npm", "two")), reliability };
    const report = buildLearningReportJson(state);
    expect(report.strongest.map((each) => each.adapterId)).toEqual(["c", "a", "b"]);
    expect(report.weakest.map((each) => each.adapterId)).toEqual(["nan", "d", "b"]);
    expect(report.patterns.map((each) => each.failureType)).toEqual(["two", "five", "four", "one", "six"]);
    expect(report.outcomes).toEqual({ total: 7, success: 0, partial: 0, failure: 7 });
  });

  it("the newest time in the state is the present, unless another is given", () => {
    expect(buildLearningReportJson(learn(ok("npm"), bad("npm"))).generatedAt).toBe(jan(2));
    expect(buildLearningReportJson(learn(ok("npm")), undefined, undefined, jan(9)).generatedAt).toBe(jan(9));
    expect(buildLearningReportJson(emptyLearningState()).generatedAt).toBe("1970-01-01T00:00:00.000Z");
  });

  it("the report separates active and stale overlays", () => {
    const state = learn(ok("npm"), ok("npm"), ok("npm"), bad("git"), bad("git"), bad("git"));
    const report = (now: string) => buildLearningReportJson(state, undefined, undefined, now);
    expect(report(jan(31)).overlays.map((each) => each.adapterId)).toEqual(["npm", "git"]);
    expect(report(jan(31)).activeOverlays.map((each) => each.adapterId)).toEqual(["git"]);
    expect(report(jan(31)).staleOverlays).toEqual([]);
    expect(report("2026-02-01T00:00:00Z").staleOverlays.map((each) => each.adapterId)).toEqual(["npm"]);
  });

  it("the report suggests each limit once, and to relax what has recovered", () => {
    const undone = { ...bad("git"), rollbackOccurred: true };
    const suggested = (successes: number) => {
      const later = Array.from({ length: successes }, () => ok("git"));
      return buildLearningReportJson(learn(undone, undone, { ...undone, runId: "run-2" }, ...later));
    };
    expect(suggested(4).suggestions.map(({ kind, runId }) => [kind, runId])).toEqual([
      ["narrow-mutation-scope", "run-2"],
    ]);
    expect(suggested(4).relaxations).toEqual([]);
    expect(suggested(20).suggestions).toEqual([]);
    expect(suggested(20).relaxations).toEqual(["git"]);
  });

  it("the report shows what the newest cycle changed", () => {
    const result = applyLearningCycle({
      state: learn(...Array<RunOutcomeInput>(5).fill(ok("git"))),
      outcome: bad("git"),
    });
    const json = buildLearningReportJson(result.updatedState, result);
    expect(json.changes).toEqual(result.policyDiff.changes);
    expect(json.regressions).toMatchObject([{ adapterId: "git", successesBefore: 5 }]);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  });

  it("the Markdown report begins with what needs a look", () => {
    const outcome = { ...bad("git"), runId: "run-7", rollbackOccurred: true };
    const result = applyLearningCycle({ state: learn(bad("git"), bad("git")), outcome });
    expect(buildLearningReportMarkdown(result)).toMatchInlineSnapshot(`
      "# Learning report

      As of 2026-01-02T00:00:00.000Z. Outcomes: 3 (0 success, 0 partial, 3 failure).

      Processed outcome for run-7. Updated 0 agent profiles. Policy changes: 3. Failure patterns seen: 1. Suggestions: 1.

      ## Regressions

      None.

      ## Suggestions

      - Narrow what git may change: its work was rolled back. (run-7)

      ## Policy changes

      | adapter | field | from | to | why |
      | --- | --- | --- | --- | --- |
      | git | riskMultiplier | 1 | 1.4 | reliability 0.2 is below 0.7; auth failed 3 times |
      | git | maxRetries | 2 | 1 | reliability 0.2 is below 0.7; auth failed 3 times |
      | git | requireApproval | false | true | reliability 0.2 is below 0.7; auth failed 3 times |

      ## Strongest adapters

      | adapter | reliability | success rate | retries | quality | runs |
      | --- | --- | --- | --- | --- | --- |
      | git | 0.2 | 0 % | 0 | 0 | 3 |

      ## Weakest adapters

      | adapter | reliability | success rate | retries | quality | runs |
      | --- | --- | --- | --- | --- | --- |
      | git | 0.2 | 0 % | 0 | 0 | 3 |

      ## Failure patterns

      | pattern | occurrences | confidence | last seen | what may help |
      | --- | --- | --- | --- | --- |
      | git::auth | 3 | 0.65 | 2026-01-02T00:00:00.000Z | Check the token of git: is it valid, and does it have the scopes needed? |

      ## Active overlays

      | adapter | risk | retries | approval | why | last evidence |
      | --- | --- | --- | --- | --- | --- |
      | git | 1.4 | 1 | yes | reliability 0.2 is below 0.7; auth failed 3 times | 2026-01-02T00:00:00.000Z |

      ## Stale overlays

      None.
      "
    `);
    expect(buildLearningReportMarkdown(emptyLearningState())).not.toContain("## Policy changes");
  });

  it("stored text never forges a row", () => {
    const outcome = { ...bad("a|b\n## Forged"), runId: "run\n| x | y |", rollbackOccurred: true };
    const markdown = buildLearningReportMarkdown(applyLearningCycle({ state: {}, outcome }));
    expect(markdown).not.toMatch(/^## Forged|^\| x/m);
    expect(markdown).toContain("a\\|b ## forged");
  });
});
