import { describe, expect, it } from "vitest";
import {
  isScopedTo,
  missingActionability,
  readAcknowledgements,
  readDirectiveCompliance,
  shouldEscalateDirective,
} from "./knowledge.js";

const shown = ["3d2919e3a89c339e", "a37af1ea7b395de9", "76206c10a89c3300"];

describe("the rules of a swarm's directives under their document's names", () => {
  it("an entry needs something to check and a scope", () => {
    expect(missingActionability({})).toEqual(["missing_predicate", "missing_scope"]);
    expect(missingActionability({ required_actions: [" "], applies_to_tools: ["Bash"] })).toEqual([
      "missing_predicate",
    ]);
    const checked = { verification_predicate: "grep:eval:src/**", applies_to_agents: ["coder"] };
    expect(missingActionability(checked)).toEqual([]);
  });

  it("an entry is for a role or for an expected tool", () => {
    const entry = { applies_to_agents: ["test_engineer"], applies_to_tools: ["Bash"] };
    expect(isScopedTo(entry, "Test Engineer")).toBe(true);
    expect(isScopedTo(entry, "coder", ["bash"])).toBe(true);
    expect(isScopedTo(entry, "coder", ["Edit"])).toBe(false);
  });

  it("acknowledgements count for what was shown, and a short id is enough", () => {
    const answer =
      "Done.\nKNOWLEDGE_APPLIED:3d2919e3\n- **KNOWLEDGE_N_A:a37af1ea** reason=no API here\nKNOWLEDGE_APPLIED:ffffffff";
    expect(readAcknowledgements(answer, shown)).toEqual({
      acknowledged: [
        { id: shown[0], kind: "applied" },
        { id: shown[1], kind: "n_a", reason: "no API here" },
      ],
      spoofed: ["ffffffff"],
      unacknowledged: [shown[2]],
    });
  });

  it("a reviewer's verdicts count inside the section, for what was shown in the phase", () => {
    const review =
      "VERIFIED:a37af1ea\n\nDIRECTIVE_COMPLIANCE\nVIOLATED:3d2919e3 evidence=src/a.ts:4\nN-A:ffffffff";
    expect(readDirectiveCompliance(review, shown)).toEqual({
      verdicts: [{ id: shown[0], verdict: "violated", evidence: "src/a.ts:4" }],
      neverShown: ["ffffffff"],
      omitted: [shown[1], shown[2]],
    });
  });

  it("two runs within thirty days escalate; one run twice, or a longer time, does not", () => {
    const at = (day: number, run: string) => ({ at: Date.UTC(2026, 2, day), run });
    const now = Date.UTC(2026, 2, 31);
    expect(shouldEscalateDirective([at(2, "a"), at(20, "b")], now)).toBe(true);
    expect(shouldEscalateDirective([at(2, "a"), at(20, "a")], now)).toBe(false);
    expect(shouldEscalateDirective([at(-20, "a"), at(20, "b")], now)).toBe(false);
  });
});
