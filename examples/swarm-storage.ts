/** The swarm's storage interfaces over the project's log: three windows on one truth. */
import assert from "node:assert/strict";
import {
  ErrorAccumulator,
  type ErrorStorage,
  errorStorage,
  type FeedbackStorage,
  feedbackStorage,
  type MaturityStorage,
  maturityStorage,
  openWhetstone,
} from "whetstone";
import { calculateMaturityState, deprecatePattern, promotePattern, resetPattern } from "whetstone/engines";

const ws = await openWhetstone({ origin: "human", actor: "ada" }); // only a person can vouch for a lesson

// Feedback: the same id twice is one judgement, and what outcomes imply is read with the rest.
const feedback: FeedbackStorage = feedbackStorage(ws);
const judged = {
  id: "fb-1",
  criterion: "type_safe",
  type: "helpful" as const,
  timestamp: "2024-12-12T00:00:00.000Z",
  bead_id: "bd-123.1",
  raw_value: 0.85,
};
await feedback.store(judged);
await feedback.store(judged);
assert.deepEqual(await feedback.getByCriterion("type_safe"), [judged]);
assert.deepEqual(await feedback.getByBead("bd-123.1"), [judged]);
assert.equal((await feedback.getAll()).length, 1);

// Errors: an accumulator works over any storage of this shape.
const errors: ErrorStorage = errorStorage(ws);
const accumulator = new ErrorAccumulator(errors);
const entry = await accumulator.recordError("bd-123.1", "conflict", "src/auth.ts is reserved by worker-2");
assert.equal((await errors.getUnresolvedByBead("bd-123.1")).length, 1);
await errors.markResolved(entry.id);
assert.equal((await errors.getUnresolvedByBead("bd-123.1")).length, 0);
assert.equal((await errors.getByBead("bd-123.1")).length, 1);
assert.equal((await errors.getAll())[0]?.resolved, true);

// Maturity: states follow from outcomes; storing a record carries out the decision behind it.
const maturity: MaturityStorage = maturityStorage(ws);
const measured = { result: "success", durationMs: 60_000, errorCount: 0, retryCount: 0 } as const;
const [id = ""] = (await ws.record({ ...measured, strategy: "Split by feature" })).strategies;
const candidate = await maturity.get(id);
assert.ok(candidate);
assert.equal(candidate.state, calculateMaturityState(await maturity.getFeedback(id)));

await maturity.store(promotePattern(candidate));
assert.equal((await maturity.get(id))?.state, "proven");
await maturity.store(deprecatePattern(candidate, "Causes file conflicts in 80% of cases"));
assert.deepEqual(
  (await maturity.getByState("deprecated")).map((each) => each.reason),
  ["Causes file conflicts in 80% of cases"],
);
await maturity.store(resetPattern(candidate, Date.now()));
assert.deepEqual(
  (await maturity.getAll()).map((each) => [each.state, each.helpful_count]),
  [["candidate", 0]],
);

// What outcomes have not shown is not stored as if they had.
const unseen = { pattern_id: id, type: "helpful", timestamp: "2024-12-12T00:00:00Z", weight: 1 } as const;
await assert.rejects(maturity.storeFeedback(unseen), { code: "invalid_input" });
assert.deepEqual(await maturity.getFeedback(id), []);
await ws.close();
