/** The whole loop through the library: three failures go in, and the next plan says what to avoid. */
import assert from "node:assert/strict";
// #region record
import { openWhetstone } from "whetstone";

const ws = await openWhetstone({ root: ".", origin: "agent:coder" });

for (const task of ["shop-1", "shop-2", "shop-3"]) {
  await ws.record({
    task,
    strategy: "Split by file type",
    result: "failure",
    durationMs: 35 * 60_000,
    errorCount: 3,
    retryCount: 1,
    failureDetails: "two subtasks changed one file",
    key: `${task}/1`, // the same key twice is one outcome
  });
}
// #endregion

// #region plan
const { prompt, shown } = await ws.plan({ task: "Add OAuth", taskId: "shop-4" });

assert.match(prompt, /AVOID: Split by file type\. Failed 3\/3 times \(100% failure rate\)/);
assert.equal(shown.length, 1); // each line shown is an event, with the task it was shown to
// #endregion

// #region explain
const [lesson] = (await ws.lessons.list()).lessons;
const why = await ws.explain({ id: lesson?.id ?? "" });

assert.match(why.rule, /^anti-pattern when total >= 3 and failures \/ total >= 0\.6/);
assert.equal(why.numbers.failures, 3);
// #endregion

const replayed = await ws.record({
  result: "failure",
  durationMs: 1,
  errorCount: 0,
  retryCount: 0,
  key: "shop-1/1",
});
assert.equal(replayed.replayed, true);
assert.equal((await ws.status()).outcomes.failure, 3);

await ws.lessons.forget({ lesson: lesson?.id ?? "", reason: "names a customer" });
assert.deepEqual((await ws.lessons.list()).lessons, []);
await ws.close();
