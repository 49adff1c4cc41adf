import { defaults } from "../../config/settings.js";
import { WhetstoneError } from "../../errors.js";
import { isoTime } from "../../events/time.js";
import { refuse } from "../outcomes/expect.js";
import { type Moment, momentMs, newest } from "../outcomes/moment.js";
import { calculateMaturityState, type MaturityFeedback, newestFeedback } from "./maturity.js";
import type { MaturityTuning } from "./maturity-config.js";
import type { MaturityState } from "./maturity-rule.js";

/** Where one strategy stands. */
export interface PatternMaturity {
  readonly pattern_id: string;
  readonly state: MaturityState;
  /** Raw counts since the last reset. */
  readonly helpful_count: number;
  readonly harmful_count: number;
  /** The newest evidence or decision; null when no moment is known. */
  readonly last_validated: string | null;
  readonly promoted_at?: string;
  readonly deprecated_at?: string;
  /** Why a person deprecated it. */
  readonly reason?: string;
  /** Evidence up to this moment no longer counts. */
  readonly reset_at?: string;
}

export function createPatternMaturity(id: string, now?: Moment): PatternMaturity {
  return {
    pattern_id: id,
    state: "candidate",
    helpful_count: 0,
    harmful_count: 0,
    last_validated: now === undefined ? null : iso(now),
  };
}

/**
 * The record after all of the strategy's feedback. A deprecated one stays so, whatever the evidence: only a
 * reset leaves it.
 */
export function updatePatternMaturity(
  maturity: PatternMaturity,
  feedback: readonly MaturityFeedback[],
  config: MaturityTuning = defaults.strategies,
  now?: Moment,
): PatternMaturity {
  const stranger = feedback.find(({ pattern_id }) => pattern_id !== maturity.pattern_id);
  if (stranger !== undefined) refuse("pattern_id", stranger.pattern_id, maturity.pattern_id);
  const counted = sinceReset(maturity, feedback);
  const evidence = calculateMaturityState(counted, config, now);
  const state = maturity.state === "deprecated" ? "deprecated" : evidence;
  const updated = {
    ...maturity,
    state,
    helpful_count: counted.filter(({ type }) => type === "helpful").length,
    harmful_count: counted.filter(({ type }) => type === "harmful").length,
    last_validated: latest(maturity.last_validated, newestFeedback(counted)),
  };
  const at = now === undefined ? newestFeedback(counted) : iso(now);
  if (state === maturity.state || at === null) return updated;
  if (state === "proven") return { ...updated, promoted_at: at };
  return state === "deprecated" ? { ...updated, deprecated_at: at } : updated;
}

/** A person's word that it works. It holds until the next update, which follows the evidence again. */
export function promotePattern(maturity: PatternMaturity, now?: Moment): PatternMaturity {
  if (maturity.state === "deprecated") {
    throw new WhetstoneError("invalid_input", `${maturity.pattern_id} is deprecated and cannot be promoted`, {
      field: "state",
      next: "reset it first, then promote it",
      values: {
        pattern_id: maturity.pattern_id,
        ...(maturity.reason === undefined ? {} : { reason: maturity.reason }),
      },
    });
  }
  const at = momentOf(maturity, now);
  const promoted: PatternMaturity = { ...maturity, state: "proven" };
  return at === null ? promoted : { ...promoted, promoted_at: at, last_validated: at };
}

/** A person's word that it must not be used again. */
export function deprecatePattern(maturity: PatternMaturity, reason: string, now?: Moment): PatternMaturity {
  const at = momentOf(maturity, now);
  const deprecated: PatternMaturity = { ...maturity, state: "deprecated", reason };
  return at === null ? deprecated : { ...deprecated, deprecated_at: at };
}

/** A new beginning as a candidate; the evidence so far no longer counts. */
export function resetPattern(maturity: PatternMaturity, now?: Moment): PatternMaturity {
  const at = momentOf(maturity, now);
  const fresh = createPatternMaturity(maturity.pattern_id);
  return at === null ? fresh : { ...fresh, last_validated: at, reset_at: at };
}

function sinceReset(
  { reset_at }: PatternMaturity,
  feedback: readonly MaturityFeedback[],
): readonly MaturityFeedback[] {
  if (reset_at === undefined) return feedback;
  const resetMs = momentMs("reset_at", reset_at);
  return feedback.filter(({ timestamp }) => momentMs("timestamp", timestamp) > resetMs);
}

/** Without `now`, the newest moment that the record itself knows of. */
function momentOf(
  { last_validated, promoted_at, deprecated_at, reset_at }: PatternMaturity,
  now?: Moment,
): string | null {
  if (now !== undefined) return iso(now);
  return latest(last_validated, promoted_at, deprecated_at, reset_at);
}

function latest(...times: readonly (string | null | undefined)[]): string | null {
  return newest(
    "timestamp",
    times.filter((time) => time !== null && time !== undefined),
  );
}

function iso(moment: Moment): string {
  return isoTime(momentMs("now", moment));
}
