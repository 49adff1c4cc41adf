/** What a service reads from outside: counters for Prometheus, and a policy that changes without a restart. */
import assert from "node:assert/strict";
import { openWhetstone, recordRunOutcome } from "whetstone";

const failure = {
  result: "failure",
  adaptersUsed: ["github"],
  failureDetails: { dominantFailureType: "auth" },
} as const;
for (const n of [1, 2, 3]) await recordRunOutcome({ runId: `run-${n}`, ...failure });
await recordRunOutcome({ runId: "run-4", result: "success", adaptersUsed: ["npm"] });

// #region metrics
const ws = await openWhetstone({ root: ".", origin: "human", actor: "maria" });
const { text } = await ws.metrics();
assert.match(text, /^whetstone_outcomes_total\{result="failure"\} 3$/m); // recordOutcomeProcessed
assert.match(text, /^whetstone_patterns_detected_total\{adapter="github"\} 3$/m); // recordPatternDetected
assert.match(text, /^whetstone_reliability_changes_total\{adapter="github"\} 1$/m); // recordReliabilityChange
assert.match(text, /^whetstone_overlays_applied_total\{adapter="github",risk_multiplier="1.4"\} 1$/m); // recordOverlayApplied
// #endregion

// #region reload
// The service has its own handle, and reads the policy anew with every call: a change needs no reload.
const service = await openWhetstone({ root: ".", origin: "system:control-service" });
const decisionFor = async (adapter: string) =>
  (await service.checkTool({ tool: "deploy", adapter })).decision;
assert.equal(await decisionFor("npm"), "allow");
await ws.policy.set({ adapter: "npm", requireApproval: true, reason: "a release freeze" });
assert.equal(await decisionFor("npm"), "ask");
await ws.policy.set({ adapter: "npm", remove: ["requireApproval"], reason: "the freeze is over" });
assert.equal(await decisionFor("npm"), "allow");
// #endregion

// The event that the documents call a memory-graph event is the outcome itself, in the log.
const events: { type: string; run?: string; data: { result?: string } }[] = [];
for await (const line of ws.export()) events.push(JSON.parse(line));
const recorded = events.filter(({ type }) => type === "outcome-recorded");
assert.deepEqual(
  recorded.map(({ run, data }) => [run, data.result]),
  [1, 2, 3].map((n) => [`run-${n}`, "failure"]).concat([["run-4", "success"]]),
);
await service.close();
await ws.close();
