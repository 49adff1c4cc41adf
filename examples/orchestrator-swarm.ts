/** A small swarm: four epics of two subtasks. It changes its strategy once its plan says to avoid it. */
import assert from "node:assert/strict";
import { classifyError, ErrorAccumulator, openWhetstone } from "whetstone";

const ws = await openWhetstone({ origin: "system:swarm" });
const errorAccumulator = new ErrorAccumulator();
const strategies = ["Split by file type", "Split by feature"] as const;

/** What a worker would do: files of one type belong to several features, so two workers edit the same ones. */
function implement_subtask(strategy: string) {
  if (strategy === "Split by file type") throw new Error("merge conflict in src/auth.ts");
}

async function work(bead_id: string, strategy: string) {
  for (let retryCount = 0; retryCount < 2; retryCount++) {
    try {
      implement_subtask(strategy);
      return { success: true, retryCount };
    } catch (error) {
      await errorAccumulator.recordError(bead_id, classifyError(error), String(error));
    }
  }
  return { success: false, retryCount: 2 };
}

const chosen: string[] = [];
for (const epic of [1, 2, 3, 4]) {
  // The plan comes before the subtasks have ids; what completes is joined to it.
  const { prompt } = await ws.plan({ task: `Add page ${epic}`, sessions: true });
  const strategy = strategies.find((each) => !prompt.includes(`AVOID: ${each}.`)) ?? strategies[0];
  chosen.push(strategy);
  for (const subtask of [1, 2]) {
    const bead_id = `bd-${epic}.${subtask}`;
    const { success, retryCount } = await work(bead_id, strategy);
    await ws.complete({ taskId: bead_id, actor: `worker-${subtask}`, success, retryCount, strategy });
  }
}
assert.deepEqual(chosen, [strategies[0], strategies[0], strategies[1], strategies[1]]);

const { prompt, memory_queried } = await ws.plan({ task: "Add page 5" });
assert.match(prompt, /- Split by feature\. Worked 4\/4 times/);
assert.match(prompt, /- AVOID: Split by file type\. Failed 4\/4 times \(100% failure rate\)/);
assert.match(prompt, /"Add page 4" succeeded 1\/1 times/);
assert.equal(memory_queried, 2 + 8); // two strategies and eight finished subtasks
assert.equal((await errorAccumulator.getErrorStats("bd-1.1")).by_type.conflict, 2);

await errorAccumulator.close();
await ws.close();
