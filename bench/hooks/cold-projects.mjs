import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { spread } from "../interleaved.mjs";
import { seed } from "../project.mjs";
import { post, withServer } from "../server-process.mjs";
import { timed, timedNode } from "../timed.mjs";
import { recorded } from "./posting-project.mjs";

const projects = 20;

/**
 * A server that has just started, and the first session of twenty projects at once: each has to be opened.
 * Compares the slowest of them with the start of a program that does nothing.
 */
export async function coldProjects(project, quick) {
  const roots = Array.from({ length: projects }, (_, index) => join(project.root, `cold-${index}`));
  for (const root of roots) {
    mkdirSync(join(root, ".git/refs"), { recursive: true });
    await seed({ ...project, root }, quick ? 5 : 200);
  }
  const rounds = [];
  for (let round = 0; round < (quick ? 1 : 7); round += 1) {
    const node = timedNode(["-e", "0"], { ...project, input: "" });
    const all = await withServer(project, (server) =>
      Promise.all(roots.map((root, index) => startSession(server, root, `cold-${round}-${index}`))),
    );
    rounds.push({ node, slowest: Math.max(...all) });
  }
  const [slowest, node] = [rounds.map((each) => each.slowest), rounds.map((each) => each.node)];
  return {
    name: `first sessions of ${projects} projects at once`,
    subject: "the slowest session start",
    baseline: "node -e 0",
    rounds: rounds.length,
    subjectMs: spread(slowest),
    baselineMs: spread(node),
    ratio: spread(rounds.map((each) => each.slowest / each.node)),
  };
}

function startSession(server, root, session_id) {
  const body = recorded("claude-code", "session-start", root, { session_id });
  return timed(() => post(server, "/v1/hooks/claude-code", body));
}
