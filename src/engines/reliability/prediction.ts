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

export interface PredictionKey {
  readonly kind: KeyKind;
  readonly id: string;
}

/** What is known of one key: its share in log-odds, and how sure that is. */
export interface Belief {
  readonly mean: number;
  readonly variance: number;
}

/** The keys of a run, the one that all runs share first. */
export function keysOf({ capability, family, task }: RunContext): readonly PredictionKey[] {
  const key = (kind: KeyKind, ...parts: readonly (string | undefined)[]) =>
    parts.includes(undefined) ? [] : [{ kind, id: JSON.stringify([kind, ...parts]) }];
  return [
    ...key("base"),
    ...key("capability", capability),
    ...key("family", family),
    ...key("task", task),
    ...key("capability+family", capability, family),
    ...key("capability+task", capability, task),
    ...key("family+task", family, task),
  ];
}

export function unknownBelief({ kind }: PredictionKey): Belief {
  return { mean: 0, variance: startVariance[kind] };
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
export function predicted(beliefs: readonly Belief[]): Prediction {
  const { logOdds, variance } = summed(beliefs);
  const reach = 1.96 * Math.sqrt(variance);
  return {
    probability: chance(logOdds / Math.sqrt(1 + (Math.PI * variance) / 8)),
    logOdds,
    low: logOdds - reach,
    high: logOdds + reach,
  };
}

/** The beliefs after the outcome: each key takes its part of the surprise, by how unsure it was. */
export function learned(beliefs: readonly Belief[], happened: boolean): readonly Belief[] {
  const { probability } = predicted(beliefs);
  const curvature = Math.max(probability * (1 - probability), 0.001);
  const whole = 1 + curvature * summed(beliefs).variance;
  const surprise = (happened ? 1 : 0) - probability;
  return beliefs.map(({ mean, variance }) => ({
    mean: mean + (variance * surprise) / whole,
    variance: variance - (variance * variance * curvature) / whole,
  }));
}

function summed(beliefs: readonly Belief[]): { readonly logOdds: number; readonly variance: number } {
  return {
    logOdds: beliefs.reduce((sum, { mean }) => sum + mean, 0),
    variance: beliefs.reduce((sum, { variance }) => sum + variance, 0),
  };
}

function chance(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
