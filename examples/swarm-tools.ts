/** The swarm's tools as an agent calls them: an MCP server registered as `hive`, with the swarm's own arguments. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("cli/main.cjs", import.meta.resolve("whetstone")));
const server = spawn(process.execPath, [program, "mcp", "--tools", "all"], {
  stdio: ["pipe", "pipe", "inherit"],
});
const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const sent = { count: 0 };
async function request(method: string, params: object): Promise<Record<string, unknown>> {
  sent.count += 1;
  const id = sent.count;
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  for (;;) {
    const { value } = await answers.next();
    const answer = JSON.parse(value ?? '{"id":0}');
    if (answer.id === id) return answer.result ?? assert.fail(JSON.stringify(answer.error));
  }
}
await request("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "swarm", version: "1.0.0" },
});
server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
async function hive(name: string, args: object): Promise<Record<string, unknown>> {
  const { structuredContent, isError, content } = await request("tools/call", { name, arguments: args });
  assert.notEqual(isError, true, JSON.stringify(content));
  return structuredContent as Record<string, unknown>;
}

// #region hive
const task = { task: "Add OAuth", context: "Implement OAuth 2.0 with Google provider", query_cass: true };
const plan = await hive("plan_prompt", task); // hive_plan_prompt
assert.equal(plan.memory_queried, 0); // a true count: nothing was learned yet

for (const n of [1, 2, 3])
  await hive("record_outcome", {
    bead_id: `bd-123.${n}`,
    duration_ms: 2_400_000,
    error_count: 3,
    retry_count: 1,
    success: false,
    files_touched: ["src/auth.ts"],
    strategy: "Split by file type",
    failure_mode: "conflict",
  }); // hive_record_outcome

const next = await hive("plan_prompt", task);
assert.match(String(next.prompt), /AVOID: Split by file type\. Failed 3\/3 times \(100% failure rate\)/);

const completed = await hive("complete", {
  project_key: process.cwd(),
  agent_name: "worker-1",
  bead_id: "bd-124",
  summary: "OAuth implemented with Google provider, split by feature",
  files_touched: ["src/auth.ts"],
}); // hive_complete
assert.equal(completed.memory_stored, 2); // the strategy and the task
// #endregion

server.kill();
