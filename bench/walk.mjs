/**
 * How many functions, files and rooms one call goes through: `node bench/walk.mjs`. Every source becomes a file
 * of its own, so that the engine's own counts of calls say which functions ran; what runs while modules are
 * loaded is left out, because each call is made once before it is counted.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { projectFiles } from "../scripts/files.mjs";
import { rooms } from "../scripts/rooms.mjs";

const root = resolve(import.meta.dirname, "..");
const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
const sources = mkdtempSync(join(cache, "walk-"));
const home = mkdtempSync(join(tmpdir(), "whetstone-walk-"));
const load = (path) => import(pathToFileURL(join(sources, path)).href);

try {
  await transpile();
  const walks = await prepare();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  for (const [name, { call }] of Object.entries(walks)) {
    for (let warmUp = 0; warmUp < 2; warmUp += 1) await call();
    await session.post("Profiler.takePreciseCoverage");
    await call();
    tell(name, await session.post("Profiler.takePreciseCoverage"));
  }
  await walks.search.close();
} finally {
  rmSync(sources, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}
process.exit();

async function transpile() {
  await build({
    absWorkingDir: root,
    entryPoints: projectFiles(root, "src").filter((file) => /(?<!\.test)\.tsx?$/.test(file)),
    outdir: sources,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    define: { __VERSION__: '"0"', __SOURCES__: '"walk"', __BUILT_AT__: '"2026-01-01T00:00:00.000Z"' },
  });
}

async function prepare() {
  const { memoryIo } = await load("base/terminal/memory-io.contract.js");
  const { run } = await load("surfaces/cli/run.js");
  const { tree } = await load("surfaces/cli/tree.js");
  const env = { HOME: home, WHETSTONE_SERVER_AUTO_START: "false" };
  const program = { name: "whetstone", summary: "", version: "0.0.0", tree };
  const command = async (...args) => {
    const code = await run(args, program, memoryIo({ cwd: home, env }).io);
    if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  };
  const failure = ["--result", "failure", "--duration", "5s", "--errors", "1", "--retries", "0"];
  const { openProject } = await load("verbs/open/open-whetstone.js");
  const project = openProject({ root: home, env: { HOME: home } });
  const { claudeCodeHost } = await load("agents/claude-code/host.js");
  const { hostSpeaker } = await load("verbs/call/speaker.js");
  return {
    record: { call: () => command("record", ...failure, "--strategy", "Split by layer") },
    "failing tool call": { call: failingCall(claudeCodeHost(), project.handle(hostSpeaker("claude-code"))) },
    search: { call: () => command("search", "layer"), close: () => project.close() },
    brief: { call: () => command("brief", "--role", "coder", "--task", "Split the login by layer") },
  };
}

/** As the server hands it to the host: what HTTP adds is not counted. */
function failingCall(host, handle) {
  let calls = 0;
  return async () => {
    calls += 1;
    const use = { tool_name: "Bash", tool_input: { command: "npm run biuld" }, tool_use_id: `call-${calls}` };
    const event = { hook_event_name: "PostToolUseFailure", error: "Missing script: biuld", ...use };
    const { status } = await host.handle({ session_id: "s-1", cwd: home, ...event }, async () => handle);
    if (status >= 400) throw new Error(`the failing call was answered with ${status}`);
  };
}

function tell(name, { result }) {
  const files = result
    .filter(({ url }) => url.startsWith(pathToFileURL(sources).href))
    .map(({ url, functions }) => ({
      file: fileURLToPath(url)
        .slice(sources.length + 1)
        .replace(/\.js$/, ""),
      functions: functions.filter(({ functionName, ranges }) => functionName !== "" && ranges[0].count > 0),
    }))
    .filter(({ functions }) => functions.length > 0);
  const count = files.reduce((sum, { functions }) => sum + functions.length, 0);
  const entered = new Map();
  for (const { file, functions } of files)
    entered.set(roomOf(file), (entered.get(roomOf(file)) ?? 0) + functions.length);
  const most = [...entered].sort(([, a], [, b]) => b - a).slice(0, 8);
  console.log(`${name}: ${count} functions in ${files.length} files, ${entered.size} rooms`);
  console.log(`  most in ${most.map(([room, functions]) => `${room} ${functions}`).join(", ")}`);
}

/** The folders and files of a room that lies deeper come first. */
function roomOf(file) {
  const pattern = ({ path }) => path.replace(/\.ts$/, "").replaceAll("*", "[^/]+");
  const found = rooms.filter((room) => new RegExp(`^${pattern(room)}`).test(file));
  return found.sort((a, b) => b.path.length - a.path.length)[0]?.name ?? "index";
}
