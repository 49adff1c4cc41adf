/** The swarm's three debugging questions, answered from the store. */
import assert from "node:assert/strict";
import { feedbackStorage, maturityStorage, openWhetstone } from "whetstone";
import { calculateCriterionWeight, calculateDecayedCounts } from "whetstone/engines";

const ws = await openWhetstone();
const use = (result: "success" | "failure", strategy: string) =>
  ws.record({
    result,
    strategy,
    criteria: ["type_safe"],
    durationMs: 4 * 60_000,
    errorCount: result === "success" ? 0 : 3,
    retryCount: result === "success" ? 0 : 2,
  });
for (const result of ["success", "success", "success", "success"] as const)
  await use(result, "Split by feature");
for (const result of ["success", "success", "failure", "failure", "failure"] as const) {
  await use(result, "Split by file type");
}
const lessons = (await ws.lessons.list()).lessons;
const lessonOf = (text: string) => {
  const found = lessons.find((lesson) => lesson.text === text);
  assert.ok(found);
  return found;
};

// Why is the pattern not proven?
const patternId = lessonOf("Split by feature").id;
const feedback = await maturityStorage(ws).getFeedback(patternId);
const { decayedHelpful, decayedHarmful } = calculateDecayedCounts(feedback);
assert.ok(decayedHelpful > 3.99 && decayedHelpful <= 4); // needs 5, and a harmful ratio below 0.15
assert.equal(decayedHarmful, 0);
assert.equal((await maturityStorage(ws).get(patternId))?.state, "established");

// Why was the pattern inverted?
const pattern = lessonOf("Split by file type");
const total = pattern.successes + pattern.failures;
const failureRatio = pattern.failures / total;
assert.deepEqual({ total, failureRatio }, { total: 5, failureRatio: 0.6 }); // total >= 3 and failureRatio >= 0.6
assert.equal(pattern.kind, "anti_pattern");

// Why is the criterion's weight low?
const events = await feedbackStorage(ws).getByCriterion("type_safe");
const weight = calculateCriterionWeight(events);
assert.deepEqual([weight.helpful_count, weight.harmful_count], [6, 3]);
assert.equal(weight.deprecated, true); // 3 of 9 are more than 30 %
assert.equal(weight.effectiveWeight, 0);
assert.equal(weight.last_validated, events.at(-1)?.timestamp);

// Or ask the store, which answers in words, with the rule and the events.
assert.match((await ws.explain({ id: pattern.id })).rule, /total >= 3 and failures \/ total >= 0\.6/);
assert.equal((await ws.explain({ id: "type_safe" })).numbers.effectiveWeight, 0);
await ws.close();
