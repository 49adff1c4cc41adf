/**
 * `node bench/learn.bench.mjs --data FOLDER [--sessions N]`: writes a recorded stream of sessions as the
 * transcripts of Claude Code, learns from them, and learns again. The streams are not part of the repository;
 * their format is that of `bench/sessions/stream.mjs`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withProject } from "./project.mjs";
import { orSayNoData, recorded } from "./recorded.mjs";
import { bundledRoom } from "./sessions/bundled-room.mjs";
import { readStream } from "./sessions/stream.mjs";

export const question = "How many past calls a second does `whetstone learn` take in?";

const root = join(import.meta.dirname, "..");

export async function run({ data, sessions, quick = false }) {
  const file = recorded(data, "sessions/entire.jsonl.gz");
  const limit = Number(sessions ?? (quick ? 5 : Number.POSITIVE_INFINITY));
  const folder = mkdtempSync(join(root, ".bench-room-"));
  try {
    const room = await bundledRoom(folder);
    return await withProject(async (project) => {
      const home = join(project.root, "home");
      writeTranscripts(readStream(file).entries, limit, home, project.root);
      const first = await learn(room, project, home);
      const again = await learn(room, project, home);
      print("learned", first);
      print("again", again);
      return [];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One file per session, as Claude Code writes it. */
function writeTranscripts(entries, limit, home, cwd) {
  const files = new Map();
  for (const entry of entries) {
    if (!files.has(entry.session) && files.size >= limit) continue;
    const lines = files.get(entry.session) ?? [];
    files.set(entry.session, lines);
    for (const line of linesOf(entry, cwd)) lines.push(JSON.stringify(line));
  }
  const folder = join(home, ".claude", "projects", "-project");
  mkdirSync(folder, { recursive: true });
  for (const [session, lines] of files)
    writeFileSync(join(folder, `${session}.jsonl`), `${lines.join("\n")}\n`);
}

function linesOf(entry, cwd) {
  const side = entry.side ? { isSidechain: true, agentId: `${entry.session}-side` } : { isSidechain: false };
  const every = { ...side, cwd, sessionId: entry.session };
  const user = (content, timestamp, more = {}) => ({
    ...{ ...every, type: "user", timestamp, message: { role: "user", content }, ...more },
  });
  if (entry.kind === "prompt") return [user(entry.text, entry.ts)];
  const { id, tool: name, ts, end = ts, output, is_error } = entry;
  const input = typeof entry.input === "string" ? { command: entry.input } : entry.input;
  const answer = { type: "tool_result", tool_use_id: id, content: output, is_error: Boolean(is_error) };
  const told = is_error ? `Error: ${output}` : { stdout: output, stderr: "" };
  const use = { type: "tool_use", id, name, input };
  return [
    { ...every, type: "assistant", timestamp: ts, message: { id: `m-${id}`, content: [use] } },
    user([answer], end, { toolUseResult: told }),
  ];
}

async function learn(room, { root: folder, env }, home) {
  const ws = await room.openWhetstone({ root: folder, env, set: ["store.synchronous=normal"] });
  const faults = new room.Faults();
  const counts = { calls: 0, failures: 0, repeats: 0, met: 0 };
  const started = performance.now();
  const used = process.cpuUsage();
  const place = { env: {}, home, now: Date.now(), scratch: folder };
  const found = await room.claudeCodeTranscripts(place, faults);
  await room.learnTranscripts(ws, found, faults, {
    now: place.now,
    onBatch: ({ learned, failures }) => {
      counts.calls += learned;
      counts.failures += failures.length;
      counts.repeats += failures.filter(({ repeated }) => repeated).length;
      counts.met += failures.filter(({ repeated, remedy }) => repeated && remedy !== null).length;
    },
  });
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(used);
  await ws.close();
  return { sessions: found.length, ...counts, seconds, busy: (user + system) / 1e6, faults };
}

/** On a busy machine the time of the processor says more than that of the clock. */
function print(label, { sessions, calls, failures, repeats, met, seconds, busy, faults }) {
  const rate = Math.round(calls / seconds);
  const own = Math.round(calls / busy);
  console.log(
    `${label.padEnd(8)} ${sessions} sessions, ${calls} calls in ${seconds.toFixed(1)} s (${rate}/s, ${own}/s of processor time)`,
  );
  console.log(`         ${failures} failures, ${repeats} repeats, ${met} of them met`);
  if (faults.damagedLines > 0) console.log(`         ${faults.damagedLines} damaged lines`);
}

if (process.argv[1] === import.meta.filename) {
  const options = { data: { type: "string" }, sessions: { type: "string" }, quick: { type: "boolean" } };
  await orSayNoData(() => run(parseArgs({ options }).values));
}
