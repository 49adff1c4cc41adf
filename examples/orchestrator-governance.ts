/** A small orchestrator with three adapters: it asks before it acts, and a person reviews what was tightened. */
import assert from "node:assert/strict";
import { buildLearningReport, openWhetstone, recordRunOutcome } from "whetstone";

const ws = await openWhetstone({ origin: "system:orchestrator" });
const adapters = ["github", "npm", "docker"] as const;
const state = { tokenExpired: false };
const asked: string[] = [];
const attempts: Record<string, number> = {};

async function run(runId: string, adapter: string): Promise<void> {
  for (let retry = 0; ; retry += 1) {
    const { decision } = await ws.checkTool({ tool: `mcp__${adapter}__call`, adapter, retry });
    if (decision === "deny") return;
    if (decision === "ask" && !asked.includes(runId)) {
      asked.push(runId);
      await review(adapter);
    }
    attempts[runId] = retry + 1;
    const result = adapter === "github" && state.tokenExpired ? "failure" : "success";
    await recordRunOutcome(
      {
        runId: `${runId} try ${retry + 1}`,
        result,
        retryCount: retry,
        riskLevel: "medium",
        adaptersUsed: [adapter],
        ...(result === "failure" ? { failureDetails: { dominantFailureType: "auth" } } : {}),
      },
      ws,
    );
    if (result === "success") return;
  }
}

/** The person renews the token and takes the learned limit back. */
async function review(adapter: string): Promise<void> {
  const { overlays } = await buildLearningReport(ws);
  assert.ok(overlays.some(({ adapterId, requireApproval }) => adapterId === adapter && requireApproval));
  state.tokenExpired = false;
  const person = await openWhetstone({ origin: "human", actor: "ada" });
  await person.relax({ adapter, reason: "the token was renewed" });
  await person.close();
}

for (let n = 1; n <= 12; n += 1) {
  if (n === 6) state.tokenExpired = true;
  for (const adapter of adapters) await run(`${adapter}-${n}`, adapter);
}
// The token expired before the sixth run. Its third failure in a row asks; the seventh run is not lost.
assert.deepEqual(asked, ["github-7"]);
assert.equal(attempts["github-6"], 3);
assert.equal((await ws.policy({ adapter: "github" })).effective.requireApproval.value, false);
assert.deepEqual(
  (await ws.report()).failurePatterns.map(({ id, occurrences }) => [id, occurrences]),
  [["github::auth", 3]],
);
await ws.close();
