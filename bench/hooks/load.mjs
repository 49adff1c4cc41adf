import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { spread } from "../interleaved.mjs";
import { post } from "../server-process.mjs";
import { recorded } from "./posting-project.mjs";

const sessions = 50;
const projects = 5;
const callsPerSession = 40;

/**
 * Many sessions of Claude Code at once, each as fast as the server answers: a start, a prompt, tool calls of
 * which some fail, an answer, an end, and the next session. Compares a call with one of a single session.
 */
export async function underLoad({ root, server, lastingMs }) {
  const roots = Array.from({ length: projects }, (_, index) => join(root, `project-${index}`));
  for (const each of roots) mkdirSync(join(each, ".git/refs"), { recursive: true });
  const alone = await load(server, roots.slice(0, 1), 1, Math.min(5_000, lastingMs / 4));
  const memory = [];
  const watch = setInterval(() => memory.push(residentMegabytes(server.child.pid)), lastingMs / 60);
  const all = await load(server, roots, sessions, lastingMs);
  clearInterval(watch);
  const [quarter, end] = [memory.slice(10, 20), memory.slice(-10)].map((some) => spread(some).median);
  return {
    name: `${sessions} sessions, ${Math.round(lastingMs / 1000)} s`,
    subject: "a hook among them",
    baseline: "a hook of one session",
    rounds: all.times.length,
    subjectMs: spread(all.times),
    baselineMs: spread(alone.times),
    ratio: spread(all.times.map((ms) => ms / spread(alone.times).median)),
    note:
      `${Math.round((all.times.length * 1000) / lastingMs)} calls a second, ${all.failures} errors; ` +
      `memory ${quarter} MB after a quarter, ${end} MB at the end`,
  };
}

async function load(server, roots, count, lastingMs) {
  const times = [];
  const state = { failures: 0 };
  const until = performance.now() + lastingMs;
  const send = async (root, name, fields) => {
    const started = performance.now();
    const body = recorded("claude-code", name, root, fields);
    await post(server, "/v1/hooks/claude-code", body).catch(() => (state.failures += 1));
    times.push(performance.now() - started);
  };
  const work = async (number) => {
    const root = roots[number % roots.length];
    for (let session = 0; performance.now() < until; session += 1) {
      const session_id = `s-${count}-${number}-${session}`;
      for (const name of ["session-start", "user-prompt-submit"]) await send(root, name, { session_id });
      for (let call = 0; call < callsPerSession && performance.now() < until; call += 1) {
        const fields = { session_id, tool_use_id: `t-${call}` };
        await send(root, "pre-tool-use.bash", fields);
        await send(root, call % 10 === 9 ? "post-tool-use-failure.bash" : "post-tool-use.bash", fields);
      }
      for (const name of ["stop", "session-end"]) await send(root, name, { session_id });
    }
  };
  await Promise.all(Array.from({ length: count }, (_, number) => work(number)));
  return { times, ...state };
}

function residentMegabytes(pid) {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(stdout) / 1024);
}
