/**
 * `node bench/prediction.bench.mjs [--data FOLDER]`: predicts each recorded outcome from those before it and
 * prints how well failures are told from successes (AUC; .5 is guessing). Reads `outcomes/*.jsonl` in the
 * folder, which is not part of the repository.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

export const question = "How well does each rule predict the next outcome from those before it?";

const root = join(import.meta.dirname, "..");
const usual = join(root, "..", "shared", "data");

export async function run({ data = usual } = {}) {
  const folder = join(resolve(data), "outcomes");
  if (!existsSync(folder)) {
    console.log(`${folder} is missing, so nothing was measured. Name a folder with --data.`);
    return [];
  }
  const engine = await bundled();
  return readdirSync(folder)
    .filter((file) => file.endsWith(".jsonl"))
    .map((file) => ({ name: basename(file, ".jsonl"), ...measured(outcomesIn(join(folder, file)), engine) }));
}

/** The runs of a file in time order, by the names of the rules. */
function outcomesIn(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ agent, family, task, repo, task_type, success }) => ({
      capability: agent,
      family: family ?? repo,
      task: task ?? task_type,
      failed: success === 0,
    }));
}

function measured(outcomes, engine) {
  const rules = { formula: formula(engine), logistic: logistic(engine), model: model(engine) };
  const scores = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      const predictions = outcomes.map((outcome) => {
        const probability = rule.predict(outcome);
        rule.learn(outcome);
        return { probability, failed: outcome.failed };
      });
      return [name, auc(predictions)];
    }),
  );
  return { outcomes: outcomes.length, ...scores };
}

/** The governance document's reliability of the family. */
function formula({ addOutcome, reliabilityOf }) {
  const weights = { successWeight: 0.6, retryWeight: 0.2, qualityWeight: 0.2 };
  const tallies = new Map();
  return {
    predict: ({ family }) =>
      tallies.has(family) ? 1 - reliabilityOf(tallies.get(family), weights).reliabilityScore : 0.5,
    learn: ({ family, failed }) =>
      tallies.set(
        family,
        addOutcome(
          tallies.get(family),
          { result: failed ? "failure" : "success", retryCount: 0, quality: undefined },
          "2026-01-01T00:00:00.000Z",
        ),
      ),
  };
}

/** An online logistic regression over the same keys, with one rate for all. */
function logistic({ keysOf }) {
  const rate = 0.1;
  const weights = new Map();
  const chance = (outcome) => {
    const sum = keysOf(outcome).reduce((total, { id }) => total + (weights.get(id) ?? 0), 0);
    return 1 / (1 + Math.exp(-sum));
  };
  return {
    predict: chance,
    learn: (outcome) => {
      const step = rate * ((outcome.failed ? 1 : 0) - chance(outcome));
      for (const { id } of keysOf(outcome)) weights.set(id, (weights.get(id) ?? 0) + step);
    },
  };
}

function model({ keysOf, learned, predicted, unknownBelief }) {
  const beliefs = new Map();
  const of = (keys) => keys.map((key) => beliefs.get(key.id) ?? unknownBelief(key));
  return {
    predict: (outcome) => predicted(of(keysOf(outcome))).probability,
    learn: (outcome) => {
      const keys = keysOf(outcome);
      for (const [at, belief] of learned(of(keys), outcome.failed).entries())
        beliefs.set(keys[at].id, belief);
    },
  };
}

/** The chance that a failure was given a higher probability than a success; ties count half. */
function auc(predictions) {
  const sorted = [...predictions].sort((a, b) => a.probability - b.probability);
  let [rankSum, at] = [0, 0];
  while (at < sorted.length) {
    let end = at;
    while (end < sorted.length && sorted[end].probability === sorted[at].probability) end += 1;
    const rank = (at + 1 + end) / 2;
    rankSum += rank * sorted.slice(at, end).filter(({ failed }) => failed).length;
    at = end;
  }
  const failures = sorted.filter(({ failed }) => failed).length;
  return (rankSum - (failures * (failures + 1)) / 2) / (failures * (sorted.length - failures));
}

export function show(rows) {
  return rows
    .map(({ name, outcomes, ...scores }) =>
      [
        name,
        `${outcomes} outcomes`,
        ...Object.entries(scores).map(([rule, value]) => `${rule} ${value.toFixed(3)}`),
      ].join("  "),
    )
    .join("\n");
}

async function bundled() {
  const folder = mkdtempSync(join(root, ".bench-prediction-"));
  try {
    const outfile = join(folder, "rules.mjs");
    const contents = `export * from "./src/engines/reliability/prediction.ts";
      export * from "./src/engines/reliability/reliability.ts";`;
    await build({
      stdin: { contents, resolveDir: root, loader: "ts" },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
    return await import(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { data: { type: "string" } } });
  console.log(show(await run(values)));
}
