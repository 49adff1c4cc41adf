/** The whole loop through the library: three failures go in, and the next plan says what to avoid. */
import assert from "node:assert/strict";
// #region loop
import { openWhetstone } from "whetstone";

const ws = await openWhetstone({ root: ".", origin: "system:shop" });

for (const taskId of ["shop-1", "shop-2", "shop-3"]) {
  const strategy = "Split by file type";
  const figures = { durationMs: 2_100_000, errorCount: 3, retryCount: 1 };
  await ws.record({ taskId, strategy, result: "failure", ...figures });
}
const { prompt } = await ws.plan({ task: "Add OAuth", taskId: "shop-4" });

assert.match(prompt, /AVOID: Split by file type\. Failed 3\/3 times \(100% failure rate\)/);
// #endregion

// #region explain
const [lesson] = (await ws.lessons.list()).lessons;
const why = await ws.explain({ id: lesson?.id ?? "" });

assert.match(why.rule, /^anti-pattern when total >= 3 and failures \/ total >= 0\.6/);
assert.equal(why.numbers.failures, 3);
// #endregion

// The same key twice is one outcome.
const retried = { result: "failure", durationMs: 1, errorCount: 0, retryCount: 0, key: "shop-5/1" } as const;
assert.equal((await ws.record(retried)).replayed, false);
assert.equal((await ws.record(retried)).replayed, true);
assert.equal((await ws.status()).outcomes.failure, 4);

// Only a person has a text forgotten.
const person = await openWhetstone({ root: ".", origin: "human" });
await person.lessons.forget({ lesson: lesson?.id ?? "", reason: "names a customer" });
assert.deepEqual((await person.lessons.list()).lessons, []);
await person.close();
await ws.close();
