/** One session in which a lesson could have been shown. */
export interface TrialSession {
  readonly shown: boolean;
  /** The probability with which it was shown. */
  readonly probability: number;
  /** Whether the failure that the lesson speaks of came after the moment. */
  readonly failed: boolean;
}

/**
 * The effects that are bet on, as log odds ratios of failing when the lesson is shown: the negative ones say
 * that it helps.
 */
const effects = [-2, -1.4, -1, -0.7, -0.4, 0.4, 0.7, 1, 1.4, 2] as const;

/** What is kept of the sessions of a lesson: enough for the test to go on. */
export interface TestState {
  readonly sessions: number;
  readonly failures: number;
  /** The logarithm of the evidence for each effect. */
  readonly logs: readonly number[];
}

export const noSessions: TestState = { sessions: 0, failures: 0, logs: effects.map(() => 0) };

/**
 * One more session. Each evidence is multiplied by how likely the session's end was under the effect,
 * against how likely it was without knowing whether the lesson was shown. Its expectation without an effect
 * is 1 whatever the failure rate is, and however it drifts: that makes the test exact at any time.
 *
 * @param predicted the failure rate expected before this session, from anything known before it
 */
export function withSession(
  { sessions, failures, logs }: TestState,
  { shown, probability, failed }: TrialSession,
  predicted = (failures + 1) / (sessions + 5),
): TestState {
  return {
    sessions: sessions + 1,
    failures: failures + (failed ? 1 : 0),
    logs: effects.map((effect, index) => {
      const hidden = logit(predicted) - probability * effect;
      const without = likelihood(hidden, failed);
      const withLesson = likelihood(hidden + effect, failed);
      const mixed = probability * withLesson + (1 - probability) * without;
      return (logs[index] ?? 0) + Math.log((shown ? withLesson : without) / mixed);
    }),
  };
}

export interface Evidence {
  readonly helps: number;
  readonly harms: number;
  /** Without an effect, the chance that this ever reaches 20 is at most 1 in 20. */
  readonly total: number;
}

export function evidenceOf({ logs }: Pick<TestState, "logs">): Evidence {
  const mean = (keep: (effect: number) => boolean) => {
    const kept = logs.filter((_, index) => keep(effects[index] ?? 0));
    return kept.reduce((sum, log) => sum + Math.exp(log), 0) / kept.length;
  };
  const [helps, harms] = [mean((effect) => effect < 0), mean((effect) => effect > 0)];
  return { helps, harms, total: (helps + harms) / 2 };
}

/** The evidence of several lessons together: that of each effect is multiplied, then they are mixed. */
export function together(states: readonly Pick<TestState, "logs">[]): Evidence {
  return evidenceOf({
    logs: effects.map((_, index) => states.reduce((sum, { logs }) => sum + (logs[index] ?? 0), 0)),
  });
}

/** The evidence at which an effect is called. */
export const evidenceToCall = 20;

/** Which way an effect is called; undefined while the evidence is too weak. */
export function calledBy({ helps, harms, total }: Evidence): "helps" | "harms" | undefined {
  if (total < evidenceToCall) return undefined;
  return helps >= harms ? "helps" : "harms";
}

function likelihood(logOdds: number, failed: boolean): number {
  const chance = 1 / (1 + Math.exp(-logOdds));
  return failed ? chance : 1 - chance;
}

function logit(rate: number): number {
  return Math.log(rate / (1 - rate));
}
