/**
 * All evidence for and against one insight, in a row of bounded size.
 * Times are the log's own texts, which sort as they are.
 */
export interface InsightEvidence {
  /** Sightings that count: in different runs, by a role that had not just been shown it. */
  readonly sightings: number;
  /** Repetitions of what the role had been shown, or had stated in the same run: they confirm nothing. */
  readonly echoes: number;
  /** Sightings and reinforcements. */
  readonly successes: number;
  /** How often a validator called it a false positive, and the weight of that. */
  readonly ignores: number;
  readonly ignoreWeight: number;
  /** Confirmations by validators whom a channel vouches for. A role's own repetitions are none. */
  readonly validated: number;
  /** Since it last regressed. */
  readonly reinforcements: number;
  /** When a validator refuted it although it had held up often; null again once it has held up as often. */
  readonly regressedAt: string | null;
  readonly penalisedAt: string | null;
  /** The last refutation of what was refuted as often as it held; null again once it is raised again and holds. */
  readonly refutedAt: string | null;
  /** Verdicts that passed without it since it was last used. */
  readonly ageing: number;
  /** The last sighting or reinforcement. Being shown does not count, and a refuted sighting does not. */
  readonly lastUsedAt: string;
  /** The newest sightings, which a verdict may still refute, and the last use before them. */
  readonly uses: readonly Use[];
  readonly usedBefore: string;
  /** The last time a role stated it, echo or not. */
  readonly lastSaidAt: string;
  /** Runs shown it that held, and that failed or were reverted. */
  readonly outcomes: { readonly held: number; readonly failed: number };
  /** Distinct situations it was seen in, at most as many as verify it. */
  readonly situations: readonly Situation[];
  /** What it was seen with, newest last, bounded: the context it is worth more in. */
  readonly labels: readonly string[];
  readonly files: readonly string[];
  readonly phases: readonly string[];
  /** The newest runs it was seen in. */
  readonly runs: readonly string[];
  readonly promoted: boolean;
  readonly deprecated: Deprecation | null;
}

export interface Use {
  readonly deliberation: string;
  readonly at: string;
  /** The ageing that it ended. */
  readonly ageing: number;
}

export interface Situation {
  readonly task: string;
  readonly labels: readonly string[];
  readonly folders: readonly string[];
}

export interface Deprecation {
  readonly by: "unused" | "ageing" | "person" | "caller";
  /** Who the caller is. */
  readonly origin?: string;
  readonly reason: string;
  readonly at: string;
}

/** The evidence of a new insight, or of one that was reset. */
export function noEvidence(at: string): InsightEvidence {
  return {
    sightings: 0,
    echoes: 0,
    successes: 0,
    ignores: 0,
    ignoreWeight: 0,
    validated: 0,
    reinforcements: 0,
    regressedAt: null,
    penalisedAt: null,
    refutedAt: null,
    ageing: 0,
    lastUsedAt: at,
    uses: [],
    usedBefore: at,
    lastSaidAt: at,
    outcomes: { held: 0, failed: 0 },
    situations: [],
    labels: [],
    files: [],
    phases: [],
    runs: [],
    promoted: false,
    deprecated: null,
  };
}
