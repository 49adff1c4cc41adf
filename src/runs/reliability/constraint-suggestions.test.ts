import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { isoTime } from "../../log/events/time.js";
import { type RunOutcome, toRunOutcome } from "../../seeds/rules/run-outcome.js";
import { countsAsEvidence, judgedAdapters } from "./attribution.js";
import {
  needsFix,
  type OpenSuggestion,
  suggestConstraints,
  suggestionsAfter,
} from "./constraint-suggestions.js";
import { day, outcomes, start, stoppedByUs } from "./random-outcomes.contract.js";

const kinds = (input: object) =>
  suggestConstraints(
    toRunOutcome({ runId: "run-1", success: false, adapterId: "bash", ...input }),
    "run-1",
  ).map((each) => each.kind);

describe("constraint suggestions", () => {
  it.each([
    ["nothing special", {}, []],
    ["rollback", { rollbackOccurred: true }, ["narrow-mutation-scope"]],
    ["override", { humanOverride: true }, ["watch-approvals"]],
    ["unsafe shell", { failureType: "unsafe-shell" }, ["block-shell-command"]],
    ["shell injection", { failureType: "Shell Injection" }, ["block-shell-command"]],
    ["a shell that only failed", { failureType: "shell-timeout" }, []],
    [
      "all of them",
      { rollbackOccurred: true, humanOverride: true, failureType: "unsafe_command" },
      ["narrow-mutation-scope", "watch-approvals", "block-shell-command"],
    ],
  ])("the suggestions are right for %s", (_what, input, expected) => {
    expect(kinds(input)).toEqual(expected);
  });

  it("a suggestion names the adapter where one is to blame", () => {
    const [one] = suggestConstraints(
      toRunOutcome({ runId: "run-1", success: false, adapterId: "bash", rollbackOccurred: true }),
      "run-1",
    );
    expect(one).toEqual({
      kind: "narrow-mutation-scope",
      runId: "run-1",
      adapterId: "bash",
      text: "Narrow what bash may change: its work was rolled back.",
    });
    const [general] = suggestConstraints(
      toRunOutcome({ success: true, adaptersUsed: ["a", "b"], rollbackOccurred: true }),
      "run-1",
    );
    expect(general).not.toHaveProperty("adapterId");
  });

  it("trap 14: runs that a gate stopped give no suggestion", () => {
    fc.assert(
      fc.property(stoppedByUs, (outcome) => void expect(suggestConstraints(outcome, "run-1")).toEqual([])),
    );
  });
});

const named = ({ kind, adapterId }: { readonly kind: string; readonly adapterId?: string }) =>
  `${kind} of ${adapterId ?? "any run"}`;

/** The definition, the slow way: raised, and not followed by five successes in a row since the last time. */
function standing(history: readonly RunOutcome[]): readonly string[] {
  const raised = history.map((outcome) => suggestConstraints(outcome, "run").map(named));
  return [...new Set(raised.flat())].filter((name) => {
    const last = raised.findLastIndex((names) => names.includes(name));
    const adapter = name.split(" of ")[1] ?? "";
    const later = history
      .slice(last + 1)
      .filter((each) =>
        adapter === "any run" ? countsAsEvidence(each) : judgedAdapters(each).includes(adapter),
      )
      .map(({ result }) => (result === "success" ? "s" : "f"))
      .join("");
    return !later.includes("sssss");
  });
}

describe("a suggestion that stands", () => {
  it("a suggestion stands as its definition over the whole history says", () => {
    const mostlyGood = outcomes.map((each): RunOutcome => {
      const rare = each.quality !== undefined && each.quality < 0.2;
      return rare ? each : { ...each, result: "success", rollbackOccurred: false, humanOverride: false };
    });
    fc.assert(
      fc.property(fc.array(mostlyGood, { maxLength: 40 }), (history) => {
        const open = history.reduce<readonly OpenSuggestion[]>(
          (before, each) =>
            suggestionsAfter(before, each, suggestConstraints(each, "run"), each.at, defaults.policy),
          [],
        );
        expect(open.map(named).sort()).toEqual([...standing(history)].sort());
      }),
    );
  });

  it.each([
    ["three occurrences", {}, 0, 0, true],
    ["two occurrences", { occurrences: 2 }, 0, 0, false],
    ["four successes since", {}, 4, 0, true],
    ["five successes since", {}, 5, 0, false],
    ["30 days", {}, 0, 30 * day, true],
    ["more than 30 days", {}, 0, 30 * day + 1, false],
  ])(
    "the fix of a failure is suggested only while it is needed: %s",
    (_what, changes, streak, age, needed) => {
      const pattern = { occurrences: 3, lastSeenAt: isoTime(start), ...changes };
      expect(needsFix(pattern, { streak }, start + age, defaults.policy)).toBe(needed);
    },
  );
});
