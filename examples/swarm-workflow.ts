/** The swarm's full workflow: plan, work with errors and retries, complete, learn. */
import assert from "node:assert/strict";
import { classifyError, ErrorAccumulator, openWhetstone } from "whetstone";
import { scoreImplicitFeedback } from "whetstone/engines";

const ws = await openWhetstone({ origin: "system:swarm" });
const bead_id = "bd-123.1";
const modifiedFiles = ["src/auth.ts"];
const attempt = { count: 0 };
async function implement_subtask() {
  attempt.count += 1;
  if (attempt.count === 1) throw new Error("Type error in src/auth.ts");
}

// 1. Decomposition, before the subtasks have ids. What is remembered is looked up by the call itself; the two
// numbers are true counts.
const result = await ws.plan({
  task: "Add OAuth",
  context: "Implement OAuth 2.0 with Google provider. We split by feature.",
  sessions: true, // query_cass
});
assert.deepEqual([result.memory_queried, result.patterns_found], [0, 0]);

// 2. Execution.
const errorAccumulator = new ErrorAccumulator();
const startTime = Date.now();
async function workUntilDone(): Promise<number> {
  for (let retryCount = 0; ; ) {
    try {
      // Work happens...
      await implement_subtask();
      return retryCount;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await errorAccumulator.recordError(bead_id, classifyError(error), message);
      retryCount++;
    }
  }
}
const retryCount = await workUntilDone();

// 3. Completion. The duration is taken from the newest plan, the errors from the log; the strategy and the task
// are remembered.
const duration = Date.now() - startTime;
const errorStats = await errorAccumulator.getErrorStats(bead_id);
assert.deepEqual(errorStats, { total: 1, unresolved: 1, by_type: { validation: 1 } });

const completeResult = await ws.complete({
  taskId: bead_id,
  actor: "worker-1",
  success: true,
  summary: "OAuth implemented with Google provider",
  filesTouched: modifiedFiles,
  retryCount,
});
assert.deepEqual(
  [completeResult.memory_stored, completeResult.errorCount, completeResult.retryCount],
  [2, 1, 1],
);

// 4. Learning happened; the score can be worked out by hand as well.
const scored = scoreImplicitFeedback({
  bead_id,
  duration_ms: duration,
  error_count: errorStats.total,
  retry_count: retryCount,
  success: true,
  timestamp: new Date().toISOString(),
  strategy: "file-based",
});
assert.equal(scored.type, "helpful");
assert.equal(completeResult.score.value, Number(scored.raw_value.toFixed(4)));

// The next plan knows the strategy, and the task. When it has failed three times of four, the plan warns of it instead.
const next = await ws.plan({ task: "Add OAuth with GitHub", context: "We split by feature." });
assert.deepEqual([next.memory_queried, next.patterns_found], [2, 2]);
assert.match(next.prompt, /- bd-123\.1 "Add OAuth" succeeded 1\/1 times by: Split by feature/);
assert.match(next.prompt, /Split by feature\. Worked 1\/1 time \(candidate\)/);
for (const taskId of ["bd-124.1", "bd-124.2", "bd-124.3"]) {
  await ws.complete({ taskId, success: false, strategy: "Split by feature", durationMs: 40 * 60_000 });
}
const warned = await ws.plan({ task: "Add SAML" });
assert.match(warned.prompt, /- AVOID: Split by feature\. Failed 3\/4 times \(75% failure rate\)/);

await errorAccumulator.close();
await ws.close();
