import { defaults } from "../../base/config/settings.js";
import {
  type CriterionEvidence,
  type CriterionVerdict,
  isDeprecatedCriterion,
  judgeCriterion,
} from "../../runs/outcomes/criterion.js";
import { decayFactor } from "../../runs/outcomes/decay.js";
import { expectCount, expectNumber, expectOneOf, refuseValue } from "../../runs/outcomes/expect.js";
import { type Moment, momentMs, newest } from "../../runs/outcomes/moment.js";
import { type FeedbackType, feedbackTypes } from "../../runs/outcomes/score.js";
import { type CriterionConfig, criterionSettings } from "./configs.js";

/** One judgement of one criterion. Holds the raw value: it is decayed once, on reading. */
export interface FeedbackEvent {
  readonly id: string;
  readonly criterion: string;
  readonly type: FeedbackType;
  readonly timestamp: string;
  readonly bead_id?: string;
  readonly raw_value: number;
  readonly context?: string;
}

export interface CriterionWeight {
  readonly criterion: string;
  /** The helpful share of the decayed values. */
  readonly weight: number;
  readonly helpful_count: number;
  readonly harmful_count: number;
  /** The newest feedback of any type; null when there is none. */
  readonly last_validated: string | null;
  readonly half_life_days: number;
}

/**
 * A value as it counts now: half of it after one half-life, a quarter after two. Store the value, decay it on
 * reading.
 */
export function calculateDecayedValue(
  value: number,
  timestamp: Moment,
  now: Moment,
  halfLifeDays: number = defaults.criteria.halfLifeDays,
): number {
  const ageMs = momentMs("now", now) - momentMs("timestamp", timestamp);
  expectNumber("halfLifeDays", halfLifeDays, Number.MIN_VALUE, Number.POSITIVE_INFINITY);
  return (
    expectNumber("value", value, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY) *
    decayFactor(ageMs, halfLifeDays)
  );
}

/**
 * The weight of one criterion from all of its feedback: the slow definition, which the tally must match.
 * Without `now` it is the weight at the moment of the newest feedback.
 */
export function calculateCriterionWeight(
  events: readonly FeedbackEvent[],
  config: CriterionConfig = {},
  now?: Moment,
): CriterionWeight & CriterionVerdict {
  const settings = criterionSettings(config);
  const criterion = soleCriterion(events);
  const last_validated = newestOf(events);
  const evidence = evidenceOf(events, momentMs("now", now ?? last_validated ?? 0), settings.halfLifeDays);
  return {
    criterion,
    helpful_count: evidence.helpfulCount,
    harmful_count: evidence.harmfulCount,
    last_validated,
    half_life_days: settings.halfLifeDays,
    ...judgeCriterion(evidence, settings),
  };
}

/**
 * True when it was judged often enough and too large a share was harmful. Raw counts: old harm is not
 * forgotten.
 */
export function shouldDeprecateCriterion(
  { helpful_count, harmful_count }: { readonly helpful_count: number; readonly harmful_count: number },
  config: CriterionConfig = {},
): boolean {
  const counts = {
    helpfulCount: expectCount("helpful_count", helpful_count),
    harmfulCount: expectCount("harmful_count", harmful_count),
  };
  return isDeprecatedCriterion(counts, criterionSettings(config));
}

function evidenceOf(
  events: readonly FeedbackEvent[],
  nowMs: number,
  halfLifeDays: number,
): CriterionEvidence {
  const weighty = events.filter(
    ({ type, raw_value }) => type === "harmful" || (type === "helpful" && raw_value > 0),
  );
  const sumsMs = Math.min(nowMs, momentMs("timestamp", newestOf(weighty) ?? nowMs));
  return {
    ...sumsAt(events, sumsMs, halfLifeDays),
    helpfulCount: events.filter((event) => event.type === "helpful").length,
    harmfulCount: events.filter((event) => event.type === "harmful").length,
    sumsAgeMs: nowMs - sumsMs,
    idleMs: nowMs - momentMs("timestamp", newestOf(events) ?? nowMs),
  };
}

function newestOf(events: readonly FeedbackEvent[]): string | null {
  return newest(
    "timestamp",
    events.map((event) => event.timestamp),
  );
}

/** The events of two criteria in one sum would be a weight of neither. */
function soleCriterion(events: readonly FeedbackEvent[]): string {
  const criterion = events[0]?.criterion ?? "";
  const other = events.find((event) => event.criterion !== criterion);
  if (other !== undefined)
    refuseValue("criterion", other.criterion, `${JSON.stringify(criterion)}, as in the first event`);
  return criterion;
}

function sumsAt(events: readonly FeedbackEvent[], atMs: number, halfLifeDays: number) {
  const sums = { helpful: 0, harmfulByValue: 0, harmfulBySeverity: 0 };
  for (const event of events) {
    const type = expectOneOf("type", event.type, feedbackTypes);
    const value = expectNumber("raw_value", event.raw_value, 0, 1);
    const left = decayFactor(atMs - momentMs("timestamp", event.timestamp), halfLifeDays);
    if (type === "helpful") sums.helpful += value * left;
    if (type === "harmful") {
      sums.harmfulByValue += value * left;
      sums.harmfulBySeverity += (1 - value) * left;
    }
  }
  return sums;
}
