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
  for (const { name, share, counted: count, model, known: truth } of byExpectation(
    engine,
    Math.min(runs, 400),
  ))
    console.error(
      `  ${name}, shown ${share}: called after ${count} counted, ${model} predicted, ${truth} known`,
    );
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

/** Lessons whose sessions are alike, or of kinds that can be told before: failure rates held out and shown. */
const mixes = {
  "40 % to 12 %": [[0.4, 0.12]],
  "57 % to 20 %": [[0.57, 0.2]],
  "70 % to 25 % and 10 % to 3 %": [
    [0.7, 0.25],
    [0.1, 0.03],
  ],
};

/** How soon an effect is called when the rate before a session is counted, predicted by the model, or known. */
function byExpectation(engine, runs) {
  return Object.entries(mixes).flatMap(([name, kinds]) =>
    [0.5, 0.8].map((share) => {
      const medianOf = (expectation) => {
        const random = seeded(77);
        const ends = Array.from({ length: runs }, () =>
          calledAt({ kinds, share, expectation, random, engine }),
        );
        return ends.sort((a, b) => a - b)[Math.floor(runs / 2)];
      };
      return {
        name,
        share,
        counted: medianOf(counted),
        model: medianOf(predictedBy(engine)),
        known: medianOf(known),
      };
    }),
  );
}

function calledAt({ kinds, share, expectation, random, engine }) {
  const { calledBy, evidenceOf, noSessions, withSession } = engine;
  const rule = expectation({ share });
  let state = noSessions;
  for (let at = 1; at <= looks; at += 1) {
    const kind = Math.floor(random() * kinds.length);
    const [rate, shownRate] = kinds[kind];
    const shown = random() < share;
    const failed = random() < (shown ? shownRate : rate);
    state = withSession(state, { shown, probability: share, failed }, rule.expect(kind, kinds[kind]));
    rule.learn?.(kind, failed);
    if (calledBy(evidenceOf(state)) !== undefined) return at;
  }
  return looks + 1;
}

const counted = () => ({ expect: () => undefined });
const known = ({ share }) => ({
  expect: (_kind, [rate, shownRate]) => share * shownRate + (1 - share) * rate,
});

function predictedBy({ predictionFrom, predictionKeys, unknownBelief, updatedBeliefs }) {
  return () => {
    const beliefs = new Map();
    const idOf = ({ shelf, name }) => JSON.stringify([shelf, name]);
    const of = (keys) => keys.map((key) => beliefs.get(idOf(key)) ?? unknownBelief(key));
    const keysIn = (kind) => predictionKeys({ capability: String(kind), family: "lesson" });
    return {
      expect: (kind) => Math.min(0.98, Math.max(0.02, predictionFrom(of(keysIn(kind))).probability)),
      learn: (kind, failed) => {
        const keys = keysIn(kind);
        for (const [at, belief] of updatedBeliefs(of(keys), failed).entries())
          beliefs.set(idOf(keys[at]), belief);
      },
    };
  };
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
    const contents = `export * from "./src/lessons/trial/rules/e-test.ts";
      export {
        predictionFrom, predictionKeys, unknownBelief, updatedBeliefs
      } from "./src/runs/reliability/prediction.ts";`;
    await build({
      stdin: { contents, resolveDir: root, loader: "ts" },
      ...{ outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" },
    });
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
