/**
 * `node bench/prediction.bench.mjs --data FOLDER`: predicts each recorded outcome from those before it and
 * prints how well failures are told from successes (AUC; .5 is guessing), how far the predictions are off, and
 * how often the runs failed before which a person would have been asked. Reads `outcomes/*.jsonl` in the
 * folder, which is not part of the repository.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";

export const question = "How well does each rule predict the next outcome from those before it?";

const root = join(import.meta.dirname, "..");

export async function run({ data } = {}) {
  const folder = data === undefined ? undefined : join(resolve(data), "outcomes");
  if (folder === undefined || !existsSync(folder)) {
    console.log("Nothing was measured: name a folder that has outcomes/*.jsonl with --data.");
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
      return [name, { auc: auc(predictions), ...losses(predictions) }];
    }),
  );
  const asks = {
    "by a hook": asked(outcomes, engine, engine.interruptAbove),
    "by the rule alone": asked(outcomes, engine),
  };
  return { outcomes: outcomes.length, asks, ...scores };
}

/**
 * Before which runs a person is asked, by the policies that the product would have learned from the runs before,
 * and how many of these runs failed. Nobody reviews a policy here, so what has tightened stays.
 */
function asked(outcomes, engine, above = 0) {
  const { adapters, defaults: config, effectivePolicy, basePolicy, foldOf } = engine;
  const fold = foldOf(adapters, config).changeBy("outcome-recorded");
  const rule = model(engine);
  const rows = new Map();
  const counts = { runs: outcomes.length, failures: 0, asked: 0, askedFailures: 0 };
  for (const [index, outcome] of outcomes.entries()) {
    const { capability: actor, family, task, failed } = outcome;
    const learned = rows.get(family.toLowerCase())?.learned ?? undefined;
    const policy = effectivePolicy(basePolicy(config.policy), learned, undefined, config.policy);
    counts.failures += failed ? 1 : 0;
    const predictedFailure = rule.predict(outcome);
    if (policy.requireApproval.value && predictedFailure > above) {
      counts.asked += 1;
      counts.askedFailures += failed ? 1 : 0;
    }
    const data = {
      ...{ result: failed ? "failure" : "success", durationMs: 0, errorCount: 0, retryCount: 0 },
      ...{ adaptersUsed: [family], skillsUsed: [], filesTouched: [], cause: "task", criteria: [] },
      predictedFailure,
    };
    const event = {
      type: "outcome-recorded",
      at: "2026-01-01T00:00:00.000Z",
      seq: index + 1,
      actor,
      task,
      data,
    };
    const keys = fold.keys(event);
    const before = keys.map((key) => rows.get(key));
    for (const [at, row] of fold.evolve(before, event, keys).entries()) rows.set(keys[at], row);
    rule.learn(outcome);
  }
  return counts;
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

const idOf = ({ shelf, name }) => JSON.stringify([shelf, name]);

/** An online logistic regression over the same keys, with steps that get smaller (AdaGrad). */
function logistic({ predictionKeys }) {
  const rate = 0.3;
  const weights = new Map();
  const weightOf = (key) => weights.get(idOf(key)) ?? { value: 0, steps: 0.01 };
  const chance = (keys) => 1 / (1 + Math.exp(-keys.reduce((sum, key) => sum + weightOf(key).value, 0)));
  return {
    predict: (outcome) => chance(predictionKeys(outcome)),
    learn: (outcome) => {
      const keys = predictionKeys(outcome);
      const slope = (outcome.failed ? 1 : 0) - chance(keys);
      for (const key of keys) {
        const steps = weightOf(key).steps + slope * slope;
        weights.set(idOf(key), { value: weightOf(key).value + (rate * slope) / Math.sqrt(steps), steps });
      }
    },
  };
}

function model({ predictionFrom, predictionKeys, unknownBelief, updatedBeliefs }) {
  const beliefs = new Map();
  const of = (keys) => keys.map((key) => beliefs.get(idOf(key)) ?? unknownBelief(key));
  return {
    predict: (outcome) => predictionFrom(of(predictionKeys(outcome))).probability,
    learn: (outcome) => {
      const keys = predictionKeys(outcome);
      for (const [at, belief] of updatedBeliefs(of(keys), outcome.failed).entries())
        beliefs.set(idOf(keys[at]), belief);
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

/** Log loss, Brier score, and by how much the predictions are off on average in ten equal groups. */
function losses(predictions) {
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const bounded = (probability) => Math.min(1 - 1e-6, Math.max(1e-6, probability));
  const logLoss = mean(
    predictions.map(({ probability, failed }) => -Math.log(bounded(failed ? probability : 1 - probability))),
  );
  const brier = mean(predictions.map(({ probability, failed }) => (probability - (failed ? 1 : 0)) ** 2));
  const sorted = [...predictions].sort((a, b) => a.probability - b.probability);
  const groups = Array.from({ length: 10 }, (_, at) =>
    sorted.slice(Math.floor((at * sorted.length) / 10), Math.floor(((at + 1) * sorted.length) / 10)),
  ).filter((group) => group.length > 0);
  const off = mean(
    groups.map((group) =>
      Math.abs(
        mean(group.map(({ probability }) => probability)) - mean(group.map(({ failed }) => (failed ? 1 : 0))),
      ),
    ),
  );
  return { logLoss, brier, off };
}

export function show(rows) {
  const lines = rows.flatMap(({ name, outcomes, asks, ...rules }) => [
    `${name}, ${outcomes} outcomes`,
    ...Object.entries(rules).map(([rule, { auc: area, logLoss, brier, off }]) =>
      [
        `  ${rule.padEnd(9)}`,
        `AUC ${area.toFixed(3)}`,
        `log loss ${logLoss.toFixed(3)}`,
        `Brier ${brier.toFixed(3)}`,
        `off by ${off.toFixed(3)}`,
      ].join("  "),
    ),
    `  the model's AUC less the regression's: ${(rules.model.auc - rules.logistic.auc).toFixed(4)}`,
    ...Object.entries(asks).map(([how, counts]) => `  asked ${how}: ${asksText(counts)}`),
  ]);
  return lines.join("\n");
}

function asksText({ runs, failures, asked: many, askedFailures }) {
  const base = failures / runs;
  if (many === 0) return `never; ${base.toFixed(3)} of the runs failed`;
  const precision = askedFailures / many;
  const ratio = (precision / base).toFixed(2);
  const most = (1 / base).toFixed(2);
  return (
    `${many} of ${runs} runs, ${precision.toFixed(3)} of them failed, ${ratio} times the base rate ` +
    `${base.toFixed(3)}; ${most} times if every one had`
  );
}

async function bundled() {
  const folder = mkdtempSync(join(root, ".bench-prediction-"));
  try {
    const outfile = join(folder, "rules.mjs");
    const contents = `export * from "./src/runs/reliability/prediction.ts";
      export * from "./src/runs/reliability/reliability.ts";
      export { effectivePolicy } from "./src/runs/reliability/effective-policy.ts";
      export { basePolicy } from "./src/runs/reliability/policy-rule.ts";
      export { adapters } from "./src/runs/fold/adapters.ts";
      export { foldOf } from "./src/log/projection.ts";
      export { defaults } from "./src/base/config/settings.ts";`;
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
