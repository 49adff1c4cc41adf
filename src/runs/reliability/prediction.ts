/**
 * A host's hook asks a person for what was learned where a failure is likelier than this: on recorded outcomes
 * fewer runs were asked for, of which more failed, than by the rule alone (decision 70).
 */
export const interruptAbove = 0.3;

/** What a run has in common with earlier ones. A part that is not known is left out. */
export interface RunContext {
  /** Who does it: an agent, or the capability it uses. */
  readonly capability?: string | undefined;
  /** What it works with: a repository, an adapter, a program. */
  readonly family?: string | undefined;
  /** The task or session. */
  readonly task?: string | undefined;
}

type KeyKind =
  | "base"
  | "capability"
  | "family"
  | "task"
  | "capability+family"
  | "capability+task"
  | "family+task";

/**
 * How far each kind of key may move the prediction, as the variance of its share in log-odds before anything
 * is known. Tuned on open data: what an agent is good at depends on the family, so the pair may move it most.
 */
const startVariance: Readonly<Record<KeyKind, number>> = {
  base: 1,
  capability: 0.02,
  family: 0.2,
  task: 1,
  "capability+family": 2,
  "capability+task": 0.2,
  "family+task": 1,
};

/** What is learned about: alone, or one part together with another. */
export interface PredictionKey {
  readonly kind: KeyKind;
  /** Where its belief is kept: with all runs, with a family, or with a task. */
  readonly shelf: string;
  /** Its name there; "" for the shelf itself. */
  readonly name: string;
}

/**
 * What is known of one key, by two learners whose mean predicts better than either on every stream tried: a
 * Bayesian one that knows how sure it is, and a regression whose steps get smaller (AdaGrad).
 */
export interface Belief {
  /** The key's share in log-odds, and how sure that is. */
  readonly mean: number;
  readonly variance: number;
  /** Its share by the regression, and the sum of its squared steps. */
  readonly weight: number;
  readonly steps: number;
}

/** The keys of a run, the one that all runs share first. */
export function predictionKeys({ capability, family, task }: RunContext): readonly PredictionKey[] {
  const keys: PredictionKey[] = [{ kind: "base", shelf: allRuns, name: "" }];
  const add = (kind: KeyKind, shelf: string | undefined, name: string | undefined) => {
    if (shelf !== undefined && name !== undefined) keys.push({ kind, shelf, name });
  };
  const agent = capability && `capability ${capability}`;
  const [ofFamily, ofTask] = [family && `family ${family}`, task && `task ${task}`];
  add("capability", allRuns, agent);
  add("family", ofFamily, "");
  add("task", ofTask, "");
  add("capability+family", ofFamily, agent);
  add("capability+task", ofTask, agent);
  add("family+task", ofTask, ofFamily);
  return keys;
}

/** The shelf of what all runs have in common. */
const allRuns = "all";

/** Keeps the first step of the regression from being larger than those after it. */
const firstSteps = 0.01;
const stepSize = 0.3;

export function unknownBelief({ kind }: PredictionKey): Belief {
  return { mean: 0, variance: startVariance[kind], weight: 0, steps: firstSteps };
}

export interface Prediction {
  /** The probability of the outcome that is predicted. */
  readonly probability: number;
  /** In log-odds: the sum of the keys' shares, and where it lies with 95 %. */
  readonly logOdds: number;
  readonly low: number;
  readonly high: number;
}

/** What the beliefs about a run's keys predict. The less is known, the nearer to one half. */
export function predictionFrom(beliefs: readonly Belief[]): Prediction {
  const { logOdds, variance, regression } = summed(beliefs);
  const reach = 1.96 * Math.sqrt(variance);
  return {
    probability: probabilityOf((cautious(logOdds, variance) + regression) / 2),
    logOdds,
    low: logOdds - reach,
    high: logOdds + reach,
  };
}

/** What each key adds to the log-odds of the prediction: together they are its log-odds. */
export function sharesOf(beliefs: readonly Belief[]): readonly number[] {
  const { variance } = summed(beliefs);
  return beliefs.map(({ mean, weight }) => (cautious(mean, variance) + weight) / 2);
}

/** The beliefs after the outcome: each key takes its part of the surprise, by how unsure it was. */
export function updatedBeliefs(beliefs: readonly Belief[], happened: boolean): readonly Belief[] {
  const { logOdds, variance: whole, regression } = summed(beliefs);
  const end = happened ? 1 : 0;
  const probability = probabilityOf(cautious(logOdds, whole));
  const curvature = Math.max(probability * (1 - probability), 0.001);
  const share = 1 + curvature * whole;
  const slope = end - probabilityOf(regression);
  return beliefs.map(({ mean, variance, weight, steps }) => ({
    mean: mean + (variance * (end - probability)) / share,
    variance: variance - (variance * variance * curvature) / share,
    weight: weight + (stepSize * slope) / Math.sqrt(steps + slope * slope),
    steps: steps + slope * slope,
  }));
}

/** Log-odds drawn towards one half by how unsure they are. */
function cautious(logOdds: number, variance: number): number {
  return logOdds / Math.sqrt(1 + (Math.PI * variance) / 8);
}

function summed(beliefs: readonly Belief[]) {
  const sums = { logOdds: 0, variance: 0, regression: 0 };
  for (const { mean, variance, weight } of beliefs) {
    sums.logOdds += mean;
    sums.variance += variance;
    sums.regression += weight;
  }
  return sums;
}

/** The probability that log-odds stand for. */
export function probabilityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
