import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { withEmptyServer } from "./hooks/posting-project.mjs";
import { fillWithInsights, role, sentence } from "./insight-history.mjs";
import { interleaved } from "./interleaved.mjs";
import { commandLine, openForBench, seed, withProject } from "./project.mjs";
import { post, withServer } from "./server-process.mjs";
import { timed, timedNode } from "./timed.mjs";

export const question =
  "What does a verb cost over HTTP, beside the library and an empty request, with 1,000 insights? And how " +
  "long until the MCP server answers?";

const inputs = {
  status: {},
  "check-tool": { tool: "Bash", command: "npm test" },
  brief: { role, task: sentence(500) },
};

export async function run({ quick }) {
  return withProject(async (project) => {
    await seed(project, 1000);
    await fillWithInsights(project, 1_000, 30);
    return withServer(project, (server) =>
      withEmptyServer(async (empty) => {
        const rows = [];
        for (const [verb, input] of Object.entries(inputs)) {
          rows.push(await verbRow(project, server, verb, input, quick));
          rows.push(await emptyRow(project, server, empty, verb, input, quick));
        }
        return [...rows, await mcpRow(project, quick)];
      }),
    );
  });
}

function emptyRow({ root }, server, empty, verb, input, quick) {
  const emptyServer = { url: empty, token: "", agent: new Agent({ keepAlive: true }) };
  const body = { root, ...input };
  return interleaved({
    name: verb,
    subject: `POST /v1/${verb}, connection kept`,
    baseline: "POST to an empty server",
    rounds: quick ? 20 : 301,
    runSubject: () => timed(() => post(server, `/v1/${verb}`, body)),
    runBaseline: () => timed(() => post(emptyServer, "/", body)),
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
