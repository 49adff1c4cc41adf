import { interleaved } from "../interleaved.mjs";
import { openForBench, withProject } from "../project.mjs";

/** A hub that nobody asks: nothing is exchanged while the bench runs. */
const hub = {
  url: "http://127.0.0.1:1",
  project: "shop",
  key: "whet_none",
  member: "ada",
  kind: "person",
  role: "lead",
  machine: "bench",
  joinedAt: "2026-01-02T03:04:05.678Z",
};

/**
 * What a verb costs in a project that is shared with a hub which has numbered nothing yet, against the same in
 * a project of its own: by processor time, over the same outcomes, in one process.
 */
export function measureJoined({ TeamProject }, quick) {
  return withProject((own) =>
    withProject(async (joined) => {
      await new TeamProject({ root: joined.root, env: joined.env }).join(hub);
      const sides = [await openForBench(own), await openForBench(joined)];
      try {
        return await measureVerbs(sides, quick);
      } finally {
        for (const ws of sides) await ws.close();
      }
    }),
  );
}

async function measureVerbs(sides, quick) {
  for (const ws of sides) for (let n = 0; n < (quick ? 20 : 400); n += 1) await ws.record(outcome(n));
  const verbs = {
    record: (ws, n) => ws.record(outcome(n)),
    status: (ws) => ws.status(),
    plan: (ws, n) => ws.plan({ task: `t${n % 20}` }),
    brief: (ws) => ws.brief({ role: "builder" }),
  };
  const rows = [];
  for (const [verb, call] of Object.entries(verbs)) {
    const side = (ws) => () => processorTime(quick ? 2 : 30, (n) => call(ws, n));
    rows.push(
      await interleaved({
        name: `${verb}, processor time`,
        subject: "joined project",
        baseline: "project of its own",
        rounds: quick ? 1 : 7,
        runSubject: side(sides[1]),
        runBaseline: side(sides[0]),
      }),
    );
  }
  return rows;
}

/** Milliseconds of processor time for each call. */
async function processorTime(calls, work) {
  const before = process.cpuUsage();
  for (let n = 0; n < calls; n += 1) await work(n);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
}

function outcome(n) {
  return {
    result: n % 5 === 0 ? "failure" : "success",
    taskId: `t${n % 20}`,
    run: `r${n}`,
    durationMs: 1_000 + n,
    errorCount: n % 3,
    retryCount: 0,
    strategy: `Read the test before the code, way ${n % 7}`,
  };
}
