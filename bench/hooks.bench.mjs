import { Agent } from "node:http";
import { resolve } from "node:path";
import { claudeFolder, claudeTimes } from "./hooks/claude-session.mjs";
import { coldProjects } from "./hooks/cold-projects.mjs";
import { underLoad } from "./hooks/load.mjs";
import { postingHook, recorded, withEmptyServer } from "./hooks/posting-project.mjs";
import { interleaved, spread } from "./interleaved.mjs";
import { commandLine, openForBench, seed, withProject } from "./project.mjs";
import { post, withServer } from "./server-process.mjs";
import { timed, timedNode } from "./timed.mjs";

export const question =
  "What does each kind of hook add to a tool call of an agent, alone and when many agents work at once?";

const hook = resolve(import.meta.dirname, "../dist/hook.cjs");

export async function run({ quick }) {
  return withProject(async (project) => {
    await seed(project, 1000);
    const cold = await coldProjects(project, quick);
    return withServer(project, (server) =>
      withEmptyServer(async (empty) => {
        const posting = postingHook(project);
        return [
          cold,
          ...(await claudeRows(project, posting, empty, quick)),
          await startRow(project, quick),
          await spawnedRow(project, quick, "claude-code", "pre-tool-use.bash"),
          await spawnedRow(project, quick, "codex", "pre-tool-use.bash"),
          await spawnedRow(project, quick, "claude-code", "session-start"),
          await commandRow(project, quick),
          await postedRow(project, posting, empty, quick),
          await opencodeRow(project, empty, quick),
          await briefRow(project, server, quick),
          await underLoad({ ...project, server, lastingMs: quick ? 3_000 : 60_000 }),
        ];
      }),
    );
  });
}

/** Times that Claude Code itself logs, in milliseconds; the kinds take turns in one session. */
async function claudeRows(project, posting, empty, quick) {
  if (claudeFolder() === undefined) {
    console.log("Claude Code is not installed (npm run test:agents installs it): its own times are skipped.");
    return [];
  }
  const command = (text) => ({ type: "command", command: text, timeout: 30 });
  const kinds = {
    http: posting,
    "empty-http": { ...posting, url: `${empty}/`, headers: {}, allowedEnvVars: [] },
    command: command(`node ${JSON.stringify(hook)} claude-code`),
    node: command("node -e 0"),
    true: command("true"),
  };
  const times = await claudeTimes(project, kinds, quick ? 3 : 30);
  const row = (subject, baseline) => ({
    name: "Claude Code, its own timer",
    subject: labels[subject],
    baseline: labels[baseline],
    rounds: times[subject].length,
    subjectMs: spread(times[subject]),
    baselineMs: spread(times[baseline]),
    ratio: spread(times[subject].map((ms, index) => ms / Math.max(1, times[baseline][index]))),
  });
  return [
    row("http", "empty-http"),
    row("http", "node"),
    row("command", "node"),
    row("http", "command"),
    row("true", "node"),
  ];
}

const labels = {
  http: "http hook, as init writes it",
  "empty-http": "http hook to an empty server",
  command: "command hook, hook.cjs",
  node: "command hook, node -e 0",
  true: "command hook, true",
};

/** A hook inside an agent that Whetstone started exits as soon as it has read its environment. */
function startRow({ root, env }, quick) {
  const nested = { ...env, WHETSTONE_NESTED: "1" };
  return spawnRow(
    "start alone",
    "hook.cjs",
    [hook, "claude-code"],
    { root, env: nested, input: () => "" },
    quick,
  );
}

function spawnedRow({ root, env }, quick, host, event) {
  let count = 0;
  const input = () => recorded(host, event, root, { session_id: `${event}-${count++}` });
  return spawnRow(`${host}, ${event}`, "hook.cjs, server runs", [hook, host], { root, env, input }, quick);
}

function commandRow({ root, env }, quick) {
  const input = () => recorded("claude-code", "pre-tool-use.bash", root);
  const args = [commandLine, "hook", "claude-code"];
  return spawnRow("claude-code, pre-tool-use.bash", "whetstone hook", args, { root, env, input }, quick);
}

function spawnRow(name, subject, args, { root, env, input }, quick) {
  return interleaved({
    name,
    subject,
    baseline: "node -e 0",
    rounds: quick ? 5 : 61,
    runSubject: async () => timedNode(args, { root, env, input: input() }),
    runBaseline: async () => timedNode(["-e", "0"], { root, env, input: input() }),
  });
}

function postedRow({ root }, posting, empty, quick) {
  const { pathname, search, origin } = new URL(posting.url);
  const keyed = {
    url: origin,
    token: posting.headers.Authorization.slice("Bearer ".length),
    agent: keptAgent(),
  };
  const emptyServer = { url: empty, token: keyed.token, agent: keptAgent() };
  const body = recorded("claude-code", "pre-tool-use.bash", root);
  return interleaved({
    name: "posted, pre-tool-use.bash",
    subject: "to the server, with a key",
    baseline: "to an empty server",
    rounds: quick ? 20 : 501,
    runSubject: () => timed(() => post(keyed, `${pathname}${search}`, body)),
    runBaseline: () => timed(() => post(emptyServer, "/", body)),
  });
}

/** Calls the plugin in this process as OpenCode does; OpenCode itself is not started. */
async function opencodeRow({ root, env }, empty, quick) {
  const hooks = await opencodeHooks(root, env);
  const { input, output } = JSON.parse(recorded("opencode", "tool-execute-before.bash", root));
  const emptyServer = { url: empty, token: "", agent: new Agent() };
  return interleaved({
    name: "opencode, tool.execute.before",
    subject: "the plugin, in the process",
    baseline: "to an empty server",
    rounds: quick ? 20 : 301,
    runSubject: () => timed(() => hooks["tool.execute.before"](input, structuredClone(output))),
    runBaseline: () => timed(() => post(emptyServer, "/", "{}")),
  });
}

/** The plugin reads the environment when it is loaded. */
async function opencodeHooks(root, { HOME, WHETSTONE_DATA_DIR }) {
  const before = { ...process.env };
  Object.assign(process.env, { HOME, WHETSTONE_DATA_DIR });
  const { default: plugin } = await import("../dist/opencode/plugin.js");
  const hooks = await plugin.server({ directory: root });
  process.env = before;
  return hooks;
}

async function briefRow(project, server, quick) {
  const ws = await openForBench(project);
  const input = { role: "coder", task: "Add OAuth to the login" };
  try {
    return await interleaved({
      name: "brief",
      subject: "POST /v1/brief, connection kept",
      baseline: "the library",
      rounds: quick ? 10 : 101,
      runSubject: () => timed(() => post(server, "/v1/brief", { root: project.root, ...input })),
      runBaseline: () => timed(() => ws.brief(input)),
    });
  } finally {
    await ws.close();
  }
}

function keptAgent() {
  return new Agent({ keepAlive: true });
}
