/** What a judge keeps noticing comes back to the next judge, and loses weight when a validator refutes it. */
import assert from "node:assert/strict";
import { openWhetstone } from "whetstone";

const ws = await openWhetstone({ root: ".", origin: "agent:judge" });
await ws.deliberate({
  role: "judge",
  run: "review-1",
  taskId: "shop-1",
  files: ["src/auth/login.ts"],
  text: `The change looks sound.

## Accumulated Patterns
- Never trust a request body without a schema.
- The session cache returns stale rows when two writers race.
`,
});

// #region brief
const brief = await ws.brief({
  role: "judge",
  run: "review-2",
  files: ["src/auth/token.ts"],
  prompt: "Review the change.",
});

assert.match(
  brief.prompt,
  /^=== HISTORICAL PATTERNS \(judge\) ===\nNot confirmed.*\n- "Never trust a request body without a schema\."/,
); // quoted until a person or an independent validator has confirmed it
assert.equal(brief.shown.length, 2); // each line is an event, with the run it was shown to
// #endregion

// #region review
const answer = await ws.deliberate({
  role: "judge",
  run: "review-2",
  text: "[J1] The session cache returns stale rows when two writers race.",
  evidence: "Output:\n```console\n$ npm test\n12 passed\n```",
});
const verdict = await ws.review({
  deliberation: answer.deliberation,
  validatorRole: "inspector",
  output:
    '<!-- jkz:verdict-json\n{ "verdict": "PASS", "issues": [], "must_fix": [], "false_positives": ["J1"] }\n-->',
});

assert.equal(verdict.penalised[0]?.by, "finding"); // the false positive loses weight
assert.equal(verdict.reinforced.length, 1); // the other line held up: there was evidence, and nobody refuted it
// #endregion

await ws.close();
