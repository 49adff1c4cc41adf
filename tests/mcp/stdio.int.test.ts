import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Era, eras, patient, toolCaller } from "../support/mcp.js";
import { patience } from "../support/patience.js";
import { tempFolder } from "../support/temp-folder.js";

const cli = join(import.meta.dirname, "../../dist/cli/main.cjs");

async function connected(era: Era, args: readonly string[] = []) {
  const home = tempFolder();
  const root = join(home, "project");
  mkdirSync(join(root, ".git", "refs"), { recursive: true });
  const client = new Client({ name: "test-agent", version: "1.0.0" }, eras[era]);
  const env = { PATH: process.env.PATH ?? "", HOME: home, ...patience };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, "mcp", ...args],
    cwd: root,
    env,
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (chunk) => (said += chunk));
  await client.connect(transport, patient);
  onTestFinished(() => client.close());
  return { client, tool: toolCaller(client), root, pid: transport.pid, stderr: () => said };
}

describe.each(Object.keys(eras) as Era[])("whetstone mcp in the era of %s", (era) => {
  it("tools alone close the loop: after three failures the next plan says AVOID", async () => {
    const { client, tool, stderr } = await connected(era, ["--name", "hive"]);
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect(client.getServerVersion()?.name).toBe("hive");
    const failed = {
      duration_ms: 2_400_000,
      error_count: 4,
      retry_count: 2,
      success: false,
      strategy: "Split by file type",
    };
    for (const bead_id of ["bd-1", "bd-2", "bd-3"]) await tool("record_outcome", { ...failed, bead_id });
    const { result } = await tool("plan_prompt", { task: "Add OAuth", strategy: "Split by file type" });
    expect(result.prompt).toContain("AVOID: Split by file type. Failed 3/3 times (100% failure rate)");
    const done = await tool("complete", {
      project_key: "$PWD",
      agent_name: "worker-1",
      bead_id: "bd-4",
      summary: "done",
    });
    expect({ isError: done.isError, text: done.text }).toMatchObject({ isError: false });
    expect(stderr()).toBe("");
  });

  it("a bad argument is answered, and the server goes on", async () => {
    const { tool } = await connected(era);
    expect(await tool("plan_prompt", { tsk: "a" })).toMatchObject({ isError: true });
    expect(await tool("plan_prompt", { task: "a" })).toMatchObject({ isError: false });
  });
});

it("whetstone mcp ends when the agent closes its input", async () => {
  const { client, pid } = await connected("2025-11-25");
  await client.close();
  await expect
    .poll(() => {
      try {
        return process.kill(pid ?? 0, 0);
      } catch {
        return false;
      }
    })
    .toBe(false);
});

it("whetstone mcp answers a line that is too long with an error, and goes on with the next", async () => {
  const home = tempFolder();
  mkdirSync(join(home, ".git", "refs"), { recursive: true });
  const child = spawn(process.execPath, [cli, "mcp", "--tools", "all"], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse(String((await lines.next()).value));
  const call = (id: number, message: string) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "record_error", arguments: { bead_id: "bd-1", error_type: "unknown", message } },
  });
  const clientInfo = { name: "test-agent", version: "1.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const send = (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  send({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  expect(await answer()).toMatchObject({ id: 1, result: { serverInfo: {} } });
  send({ jsonrpc: "2.0", method: "notifications/initialized" });
  send(call(2, "x".repeat(12_000_000)));
  expect(await answer()).toMatchObject({ id: 2, error: { code: -32600 } });
  send(call(3, "it failed"));
  expect(await answer()).toMatchObject({ id: 3, result: { content: [{}] } });
});
