import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join, resolve } from "node:path";
import { interleaved } from "./interleaved.mjs";
import { commandLine, openForBench, seed, withProject } from "./project.mjs";

export const question =
  "What does a hook cost that asks the running server, and what does the way over HTTP add to a verb?";

const hook = resolve(import.meta.dirname, "../dist/hook.cjs");

export async function run({ quick }) {
  return withProject(async (project) => {
    await seed(project, 1000);
    const server = await startServer(project);
    try {
      return [
        await startRow(project, quick),
        await hookRow(project, quick),
        await hookAsCommandRow(project, quick),
        await verbRow(project, server, "status", {}, quick),
        await verbRow(project, server, "check-tool", { tool: "Bash", command: "npm test" }, quick),
        await mcpRow(project, quick),
      ];
    } finally {
      server.child.kill("SIGTERM");
      await once(server.child, "close");
    }
  });
}

async function startServer({ root, data, env }) {
  const child = spawn(process.execPath, [commandLine, "serve", "--json"], { cwd: root, env });
  const [line] = await once(child.stdout, "data");
  const token = readFileSync(join(data, ".server/server.token"), "utf8").trim();
  return { child, url: JSON.parse(String(line)).url, token, agent: new Agent({ keepAlive: true }) };
}

/** An event that changes nothing and asks for nothing: the whole way, without the work at its end. */
const payload = (root) => JSON.stringify({ hook_event_name: "Notification", session_id: "s-1", cwd: root });

/** A hook inside an agent that we started ourselves ends as soon as it has read its environment. */
function startRow({ root, env }, quick) {
  const nested = { ...env, WHETSTONE_NESTED: "1" };
  return interleaved({
    name: "start alone",
    subject: "hook.cjs",
    baseline: "node -e 0",
    rounds: quick ? 5 : 61,
    runSubject: async () => program([hook, "claude-code"], { root, env: nested, input: "" }),
    runBaseline: async () => program(["-e", "0"], { root, env: nested, input: "" }),
  });
}

function hookRow({ root, env }, quick) {
  const input = payload(root);
  return interleaved({
    name: "one call",
    subject: "hook.cjs with a running server",
    baseline: "node -e 0",
    rounds: quick ? 5 : 61,
    runSubject: async () => program([hook, "claude-code"], { root, env, input }),
    runBaseline: async () => program(["-e", "0"], { root, env, input }),
  });
}

function hookAsCommandRow({ root, env }, quick) {
  const input = payload(root);
  return interleaved({
    name: "one call",
    subject: "whetstone hook claude-code",
    baseline: "node -e 0",
    rounds: quick ? 5 : 31,
    runSubject: async () => program([commandLine, "hook", "claude-code"], { root, env, input }),
    runBaseline: async () => program(["-e", "0"], { root, env, input }),
  });
}

async function verbRow(project, server, verb, input, quick) {
  const ws = await openForBench(project);
  const direct = { status: () => ws.status(), "check-tool": () => ws.checkTool(input) }[verb];
  try {
    return await interleaved({
      name: verb,
      subject: `POST /v1/${verb}, connection kept`,
      baseline: "the library",
      rounds: quick ? 20 : 301,
      runSubject: () => timed(() => post(server, verb, { root: project.root, ...input })),
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
    runBaseline: async () => program(["-e", "0"], { root, env, input: "" }),
  });
}

async function initialize(root, env) {
  const child = spawn(process.execPath, [commandLine, "mcp"], { cwd: root, env });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await once(child.stdout, "data");
  child.kill();
}

function program(args, { root, env, input }) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, input, encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
  return performance.now() - started;
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function post({ url, token, agent }, verb, body) {
  return new Promise((done, fail) => {
    const sent = request(`${url}/v1/${verb}`, { method: "POST", agent, headers: { authorization: `Bearer ${token}` } });
    sent.on("error", fail).on("response", (response) => {
      if (response.statusCode !== 200) fail(new Error(`${verb} answered ${response.statusCode}`));
      response.resume().on("end", done);
    });
    sent.end(JSON.stringify(body));
  });
}
