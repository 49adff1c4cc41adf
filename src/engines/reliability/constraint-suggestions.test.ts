import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRunOutcome } from "../../seeds/rules/run-outcome.js";
import { suggestConstraints } from "./constraint-suggestions.js";
import { stoppedByUs } from "./random-outcomes.contract.js";

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
