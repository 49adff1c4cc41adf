/** The rules of the pattern learning loop by themselves: extract, score, format, correct. */
import assert from "node:assert/strict";
// #region rules
import {
  extractPatterns,
  formatPatterns,
  incrementIgnore,
  knownFilesOfDiff,
  type LearnedPattern,
  lifecycleState,
  parseVerdict,
  readEvidence,
  reinforcePattern,
  scorePattern,
} from "whetstone/engines";

const deliberation =
  "## Accumulated Patterns\n- [J1] Never trust a request body without a schema.\nSee src/a.ts:2";
const [found] = extractPatterns(deliberation);
assert.equal(found?.category, "rule");

const seen: LearnedPattern = {
  text: found?.text ?? "",
  role: "judge",
  category: "rule",
  success_count: 1,
  ignore_count: 0,
  ignore_weight_score: null,
  last_used: "2026-03-01T00:00:00Z",
  reinforced_count: 0,
};
assert.equal(scorePattern(seen, "2026-03-01T00:00:00Z"), 1.3);
assert.equal(scorePattern(seen, "2026-03-15T00:00:00Z").toFixed(3), "0.478"); // two weeks unused

// A PASS reinforces only what is grounded in evidence: here a line that the diff has.
const diff = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,3 @@\n a\n+const user = schema.parse(body);\n b\n";
const { level } = readEvidence(deliberation, knownFilesOfDiff(diff));
assert.equal(level, 2);
const days = ["2026-03-02T00:00:00Z", "2026-03-03T00:00:00Z", "2026-03-04T00:00:00Z"];
const pattern = days.reduce((before, day) => reinforcePattern(before, level, day), seen);
assert.equal(scorePattern(pattern, "2026-06-01T00:00:00Z"), 1.3); // confirmed three times: it no longer fades
assert.match(
  formatPatterns("judge", [pattern], "2026-03-05T00:00:00Z"),
  /- Never trust a request body without a schema\. \[3x validated\]/,
);

// A validator's false positive, after it had held up so often, is a regression.
const verdict = parseVerdict(
  '<!-- jkz:verdict-json\n{"verdict":"PASS","issues":[],"must_fix":[],"false_positives":["J1"]}\n-->',
);
assert.deepEqual(verdict.kind === "verdict" && verdict.verdict.falsePositives, [{ finding: "J1" }]);
const corrected = incrementIgnore(pattern);
assert.equal(corrected.regression, true);
assert.equal(corrected.pattern.ignore_weight_score, 1); // 1.5 for a sentinel's or an inspector's
assert.equal(lifecycleState({ sightings: 2, contexts: 1 }), "candidate");
// #endregion
