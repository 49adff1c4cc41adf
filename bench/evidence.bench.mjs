/**
 * `node bench/evidence.bench.mjs [--runs N]`: simulates lessons with a known effect, looks after every
 * session, and prints how often and how soon an effect is called. Fails when an effect that is not there is
 * called more often than the test promises.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { asymptoticSequence, zTest } from "./evidence/other-tests.mjs";

export const question =
  "How often is an effect called that is not there, and how soon one that is, looking after every session?";

const root = join(import.meta.dirname, "..");
const looks = 2_000;

/** Failure rates held out and shown, and the share of sessions in which the lesson is shown. */
const cases = [
  { name: "none, 20 %", rate: () => 0.2, shownRate: () => 0.2, share: 0.5, effect: false },
  { name: "none, 5 %", rate: () => 0.05, shownRate: () => 0.05, share: 0.8, effect: false },
  { name: "none, 2 %", rate: () => 0.02, shownRate: () => 0.02, share: 0.9, effect: false },
  { name: "none, 50 % falling to 5 %", rate: drifting, shownRate: drifting, share: 0.8, effect: false },
  ...[
    [0.2, 0.1],
    [0.4, 0.12],
    [0.57, 0.2],
  ].flatMap(([rate, shownRate]) =>
    [0.5, 0.8].map((share) => ({
      name: `${Math.round(rate * 100)} % to ${Math.round(shownRate * 100)} %`,
      rate: () => rate,
      shownRate: () => shownRate,
      share,
      effect: true,
    })),
  ),
];

function drifting(session) {
  return 0.5 - 0.45 * (session / looks);
}

export async function run({ quick = false, runs = quick ? 50 : 1_000 } = {}) {
  const engine = await bundled();
  const rows = cases.map((each, index) => simulated(each, engine, runs, index + 1));
  for (const { name, effect, called } of rows)
    if (effect === false && called / runs > promised(runs)) {
      console.error(`${name}: called in ${((called / runs) * 100).toFixed(1)} % of the runs`);
      process.exitCode = 1;
    }
  return rows.map((row) => ({ ...row, runs }));
}

/** 5 %, and three standard errors for the chance of the simulation itself. */
function promised(runs) {
  return 0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs);
}

function simulated({ name, rate, shownRate, share, effect }, engine, runs, seed) {
  const random = seeded(seed);
  const ends = [];
  const others = { z: 0, sequence: 0 };
  let wrongWay = 0;
  for (let at = 0; at < runs; at += 1) {
    const one = trial({ rate, shownRate, share, random, engine });
    if (one.session !== undefined) ends.push(one.session);
    if (effect && one.verdict === "harms") wrongWay += 1;
    others.z += one.z ? 1 : 0;
    others.sequence += one.sequence ? 1 : 0;
  }
  ends.sort((a, b) => a - b);
  const median = ends.length * 2 > runs ? ends[Math.floor(runs / 2)] : undefined;
  return { name, share, effect, called: ends.length, median, wrongWay, ...others };
}

/** One lesson until an effect is called by our test; the others look at the same sessions to the end. */
function trial({ rate, shownRate, share, random, engine }) {
  const { calledBy, evidenceOf, noSessions, withSession } = engine;
  const arms = { shown: { sessions: 0, failures: 0 }, heldOut: { sessions: 0, failures: 0 } };
  const found = { session: undefined, verdict: undefined, z: false, sequence: false };
  let state = noSessions;
  for (let at = 1; at <= looks; at += 1) {
    const shown = random() < share;
    const failed = random() < (shown ? shownRate(at) : rate(at));
    const arm = shown ? arms.shown : arms.heldOut;
    arm.sessions += 1;
    arm.failures += failed ? 1 : 0;
    found.z ||= zTest(arms);
    found.sequence ||= asymptoticSequence(arms);
    if (found.verdict !== undefined) continue;
    state = withSession(state, { shown, probability: share, failed });
    found.verdict = calledBy(evidenceOf(state));
    if (found.verdict !== undefined) found.session = at;
  }
  return found;
}

/** Numbers from 0 up to 1, the same in every run: xorshift with 32 bits, twice for 53. */
function seeded(seed) {
  let state = (seed * 0x9e3779b9) >>> 0;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
}

export function show(rows) {
  const share = (count, runs) => (count / runs).toFixed(3);
  const lines = [
    ["effect", "shown", "called", "median", "wrong way", "z-test", "asymptotic"],
    ...rows.map(({ name, share: shown, called, median, wrongWay, z, sequence, runs }) => [
      name,
      String(shown),
      share(called, runs),
      String(median ?? "-"),
      share(wrongWay, runs),
      share(z, runs),
      share(sequence, runs),
    ]),
  ];
  const widths = lines[0].map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

async function bundled() {
  const folder = mkdtempSync(join(root, ".bench-evidence-"));
  try {
    const outfile = join(folder, "e-test.mjs");
    const entryPoints = [join(root, "src/engines/evidence/e-test.ts")];
    await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
    return await import(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { runs: { type: "string" } } });
  const runs = values.runs === undefined ? undefined : Number(values.runs);
  console.log(show(await run(runs === undefined ? {} : { runs })));
}
