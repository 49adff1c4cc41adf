import { spawn } from "node:child_process";
import { once } from "node:events";
import { interleaved } from "./interleaved.mjs";
import { commandLine, openForBench, seed, withProject } from "./project.mjs";
import { post, withServer } from "./server-process.mjs";
import { timed, timedNode } from "./timed.mjs";

export const question = "What does HTTP add to a verb, and how long until the MCP server answers?";

export async function run({ quick }) {
  return withProject(async (project) => {
    await seed(project, 1000);
    return withServer(project, async (server) => [
      await verbRow(project, server, "status", {}, quick),
      await verbRow(project, server, "check-tool", { tool: "Bash", command: "npm test" }, quick),
      await verbRow(project, server, "brief", { role: "coder", task: "Add OAuth to the login" }, quick),
      await mcpRow(project, quick),
    ]);
  });
}

async function verbRow(project, server, verb, input, quick) {
  const ws = await openForBench(project);
  const direct = {
    status: () => ws.status(),
    "check-tool": () => ws.checkTool(input),
    brief: () => ws.brief(input),
  }[verb];
  try {
    return await interleaved({
      name: verb,
      subject: `POST /v1/${verb}, connection kept`,
      baseline: "the library",
      rounds: quick ? 20 : 301,
      runSubject: () => timed(() => post(server, `/v1/${verb}`, { root: project.root, ...input })),
      runBaseline: () => timed(direct),
    });
  } finally {
    await ws.close();
  }
}

function mcpRow({ root, env }, quick) {
  return interleaved({
    name: "start to first answer",
    subject: "whetstone mcp",
    baseline: "node -e 0",
    rounds: quick ? 3 : 21,
    runSubject: () => timed(() => initialize(root, env)),
    runBaseline: async () => timedNode(["-e", "0"], { root, env, input: "" }),
  });
}

async function initialize(root, env) {
  const child = spawn(process.execPath, [commandLine, "mcp"], { cwd: root, env });
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await once(child.stdout, "data");
  child.kill();
}
