import { WhetstoneError } from "../../base/errors.js";
import {
  type DecayedCounts,
  isKeptOut,
  type MaturityState,
  maturityMultiplier,
  maturityStateOf,
} from "../../lessons/strategy/rules/maturity.js";
import { decayFactor } from "../../runs/outcomes/decay.js";
import { expectNumber, expectOneOf, refuseValue } from "../../runs/outcomes/expect.js";
import { type Moment, momentIso, momentMs, newest } from "../../runs/outcomes/moment.js";
import { type FeedbackType, feedbackTypes } from "../../runs/outcomes/score.js";
import { type MaturityTuning, maturitySettings } from "./configs.js";

/** One judgement of one strategy. A neutral one counts for neither side. */
export interface MaturityFeedback {
  readonly pattern_id: string;
  readonly type: FeedbackType;
  readonly timestamp: string;
  /** How many events it counts for; 1 is usual, less for a weaker source. */
  readonly weight: number;
}

/** The feedback as it counts now; without `now`, as it counted when the newest of it came. */
export function calculateDecayedCounts(
  feedback: readonly MaturityFeedback[],
  config: MaturityTuning = {},
  now?: Moment,
): DecayedCounts {
  const { halfLifeDays } = maturitySettings(config);
  const nowMs = momentMs("now", now ?? newestFeedback(feedback) ?? 0);
  const counts = { decayedHelpful: 0, decayedHarmful: 0 };
  for (const { type, timestamp, weight } of feedback) {
    const counted = expectNumber("weight", weight, 0, Number.POSITIVE_INFINITY);
    const left = counted * decayFactor(nowMs - momentMs("timestamp", timestamp), halfLifeDays);
    expectOneOf("type", type, feedbackTypes);
    if (type === "helpful") counts.decayedHelpful += left;
    if (type === "harmful") counts.decayedHarmful += left;
  }
  return counts;
}

/**
 * The state that the evidence alone speaks for at that moment: the slow definition, which the tally must
 * match. What holds a deprecated strategy back, a person or the margin, is kept by the record of it.
 */
export function calculateMaturityState(
  feedback: readonly MaturityFeedback[],
  config: MaturityTuning = {},
  now?: Moment,
): MaturityState {
  return maturityStateOf(calculateDecayedCounts(feedback, config, now), maturitySettings(config));
}

function newestFeedback(feedback: readonly MaturityFeedback[]): string | null {
  return newest(
    "timestamp",
    feedback.map(({ timestamp }) => timestamp),
  );
}

/** What a strategy's score is multiplied by; 0 leaves it out. */
export function getMaturityMultiplier(state: MaturityState, config: MaturityTuning = {}): number {
  return maturityMultiplier(state, maturitySettings(config));
}

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
 * The record after all of the strategy's feedback. One that a person deprecated, with a reason, stays so until
 * a reset. One that evidence deprecated comes back when the feedback is better than the bound by a margin.
 */
export function updatePatternMaturity(
  maturity: PatternMaturity,
  feedback: readonly MaturityFeedback[],
  config: MaturityTuning = {},
  now?: Moment,
): PatternMaturity {
  const stranger = feedback.find(({ pattern_id }) => pattern_id !== maturity.pattern_id);
  if (stranger !== undefined) refuseValue("pattern_id", stranger.pattern_id, maturity.pattern_id);
  const counted = sinceReset(maturity, feedback);
  const state = stateAfter(maturity, counted, config, now);
  const { deprecated_at, ...others } = maturity;
  const updated = {
    ...others,
    ...(state === "deprecated" && deprecated_at !== undefined ? { deprecated_at } : {}),
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

function stateAfter(
  { state: before, reason }: PatternMaturity,
  feedback: readonly MaturityFeedback[],
  config: MaturityTuning,
  now: Moment | undefined,
): MaturityState {
  const evidence = calculateMaturityState(feedback, config, now);
  if (before !== "deprecated") return evidence;
  const counts = calculateDecayedCounts(feedback, config, now);
  const stays = reason !== undefined || isKeptOut(true, counts, maturitySettings(config));
  return stays ? "deprecated" : evidence;
}

/** A person confirms that it works. This holds until the next update, which follows the evidence again. */
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
  const at = judgedAt(maturity, now);
  const promoted: PatternMaturity = { ...maturity, state: "proven" };
  return at === null ? promoted : { ...promoted, promoted_at: at, last_validated: at };
}

/** A person decides that it must not be used again. */
export function deprecatePattern(maturity: PatternMaturity, reason: string, now?: Moment): PatternMaturity {
  const at = judgedAt(maturity, now);
  const deprecated: PatternMaturity = { ...maturity, state: "deprecated", reason };
  return at === null ? deprecated : { ...deprecated, deprecated_at: at };
}

/** A new beginning as a candidate; the evidence so far no longer counts. */
export function resetPattern(maturity: PatternMaturity, now?: Moment): PatternMaturity {
  const at = judgedAt(maturity, now);
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
function judgedAt(
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
  return momentIso("now", moment);
}
