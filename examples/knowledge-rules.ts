/** The rules of directives by themselves: what may come in, for whom, and what agents say of it. */
import assert from "node:assert/strict";
// #region rules
import {
  isScopedTo,
  missingActionability,
  readAcknowledgements,
  readDirectiveCompliance,
  shouldEscalateDirective,
} from "whetstone/engines";

assert.deepEqual(missingActionability({ required_actions: ["parse it with a schema"] }), ["missing_scope"]);
const entry = {
  id: "3d2919e3a89c339e",
  required_actions: ["parse it with a schema"],
  applies_to_agents: ["coder"],
  applies_to_tools: ["Edit"],
};
assert.deepEqual(missingActionability(entry), []);
assert.equal(isScopedTo(entry, "reviewer", ["Edit"]), true);

const answer = "Done.\n\nKNOWLEDGE_APPLIED:3d2919e3\nKNOWLEDGE_APPLIED:ffffffff";
assert.deepEqual(readAcknowledgements(answer, [entry.id]), {
  acknowledged: [{ id: entry.id, kind: "applied" }],
  spoofed: ["ffffffff"], // never shown
  unacknowledged: [],
});

const review = "Looks good.\n\nDIRECTIVE_COMPLIANCE\nVIOLATED:3d2919e3 evidence=src/a.ts:4";
assert.equal(readDirectiveCompliance(review, [entry.id]).verdicts[0]?.verdict, "violated");

const violations = [
  { at: "2026-03-02T00:00:00Z", run: "r-1" },
  { at: "2026-03-20T00:00:00Z", run: "r-2" },
];
assert.equal(shouldEscalateDirective(violations, "2026-03-21T00:00:00Z"), true);
// #endregion
