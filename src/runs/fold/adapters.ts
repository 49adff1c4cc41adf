import type { Config } from "../../base/config/settings.js";
import { pushBounded } from "../../log/bounded-list.js";
import type { EventOf } from "../../log/events/catalog.js";
import { earliestFirst, overlayList } from "../../log/list-keys.js";
import type { Projection } from "../../log/projection.js";
import { views } from "../../log/views.js";
import type { Outcome } from "../outcomes/outcome.js";
import { judgedAdapters, unattributed } from "../reliability/attribution.js";
import type { HumanPolicy } from "../reliability/effective-policy.js";
import {
  adapterOfPattern,
  addOccurrence,
  type FailurePattern,
  patternIdOf,
} from "../reliability/failure-pattern.js";
import {
  type AdaptivePolicyOverlay,
  limitedFields,
  overlayFor,
  ratchet,
  staleAfter,
} from "../reliability/overlay.js";
import { policyFields } from "../reliability/policy-rule.js";
import { addOutcome, emptyTally, type ReliabilityTally, reliabilityOf } from "../reliability/reliability.js";
import { noScores, type ScoreHistory, withScore } from "./score-history.js";

/** What is known of one adapter: how it did, how it fails, and under which policy it therefore works. */
export interface AdapterRow {
  readonly adapter: string;
  /** Its runs since the last review. */
  readonly tally: ReliabilityTally;
  /** Every failure of it, also from before the last review. */
  readonly patterns: readonly FailurePattern[];
  /** How often each pattern had occurred at the last review: the rule asks what happened since. */
  readonly reviewed: Readonly<Record<string, number>>;
  /** The last review, by whom and why. */
  readonly review: { readonly by: string; readonly reason: string; readonly at: string } | null;
  /**
   * The strictest that the rule said since the last review; null while there is too little evidence, and for
   * failures that no adapter can be blamed for.
   */
  readonly learned: AdaptivePolicyOverlay | null;
  readonly human: HumanPolicy | null;
  readonly history: ScoreHistory;
  /** How often the score changed. */
  readonly scoreChanges: number;
  /** How often it failed in a way that is known by name, also from before the last review. */
  readonly detected: number;
  /** How often its learned policy became stricter, by the risk multiplier that it then had. */
  readonly tightened: Readonly<Record<string, number>>;
  /** How many successes in a row its last failure ended. */
  readonly brokenStreak: number;
  /** Whether relaxing was suggested since the last failure or review. */
  readonly relaxationSuggested: boolean;
  /** The newest events behind these numbers, by seq. */
  readonly evidence: readonly number[];
}

type AdapterSettings = Pick<Config, "reliability" | "policy" | "failurePatterns">;

const daysKept = 60;
const evidenceKept = 20;
/** An adapter with more kinds of failure than this forgets the one it saw least recently. */
const patternsKept = 50;

/** Adapters by name, in lower case. */
export const adapters: Projection<AdapterRow, AdapterSettings> = {
  ...views.adapters,
  places: ({ learned }, { policy }) =>
    learned === null || limitedFields(learned, policy).length === 0
      ? []
      : [overlayList + earliestFirst(staleAfter(learned.updatedAt, policy))],
  on: {
    "outcome-recorded": {
      keys: (event) => concernedAdapters(event.data),
      evolveTogether: (rows, event, settings, adapters) => {
        const blame = blameOf(event.data);
        return adapters.map((adapter, at) =>
          afterOutcome(rows[at] ?? unseenAdapter(adapter), event, blame, settings),
        );
      },
    },
    "policy-tightened": {
      keys: (event) => [event.data.capability],
      evolve: (row, event) => row && withEvidence(afterTightening(row), event.seq),
    },
    "relaxation-suggested": {
      keys: (event) => [event.data.capability],
      evolve: (row, event) => row && withEvidence({ ...row, relaxationSuggested: true }, event.seq),
    },
    "policy-relaxed": {
      keys: (event) => [event.data.capability],
      evolve: (row, event) => row && withEvidence(afterReview(row, event), event.seq),
    },
    "policy-set": {
      keys: (event) => [event.data.capability],
      evolve: (row, event, _settings, adapter) => {
        const before = row ?? unseenAdapter(adapter);
        return withEvidence({ ...before, human: withLimits(before.human, event) }, event.seq);
      },
    },
  },
};

/** What an outcome says about adapters. */
interface Blame {
  /** Those that it is evidence about. */
  readonly judged: readonly string[];
  /** The failure that it is an occurrence of, and who bears that. */
  readonly pattern: string | undefined;
  readonly bearer: string | undefined;
}

function blameOf(outcome: Outcome): Blame {
  const pattern = patternIdOf(outcome);
  return { judged: judgedAdapters(outcome), pattern, bearer: pattern && adapterOfPattern(pattern) };
}

function concernedAdapters(outcome: Outcome): readonly string[] {
  const { judged, bearer } = blameOf(outcome);
  return bearer === undefined || judged.includes(bearer) ? judged : [...judged, bearer];
}

function afterOutcome(
  row: AdapterRow,
  { data: outcome, at, seq }: EventOf<"outcome-recorded">,
  { judged, pattern, bearer }: Blame,
  settings: AdapterSettings,
): AdapterRow {
  const occurred = row.adapter === bearer;
  const patterns = occurred ? withOccurrence(row.patterns, pattern, outcome, at, settings) : row.patterns;
  const evidence = pushBounded(row.evidence, seq, evidenceKept);
  const detected = row.detected + (occurred ? 1 : 0);
  if (row.adapter === unattributed) return { ...row, patterns, detected, evidence };
  const tally = judged.includes(row.adapter) ? addOutcome(row.tally, outcome, at) : row.tally;
  const reliability = reliabilityOf(tally, settings.reliability);
  const { reliabilityScore: score } = reliability;
  const recent = sinceReview({ patterns, reviewed: row.reviewed });
  const current = overlayFor(row.adapter, reliability, recent, settings.policy);
  const failed = outcome.result !== "success";
  return {
    adapter: row.adapter,
    tally,
    patterns,
    reviewed: row.reviewed,
    review: row.review,
    learned:
      current === undefined ? row.learned : ratchet(row.learned ?? undefined, current, settings.policy),
    human: row.human,
    history: withScore(row.history, { at, score }, daysKept),
    scoreChanges: row.scoreChanges + (row.history.last?.score === score ? 0 : 1),
    detected,
    tightened: row.tightened,
    brokenStreak: failed ? row.tally.streak : row.brokenStreak,
    relaxationSuggested: row.relaxationSuggested && !failed,
    evidence,
  };
}

/**
 * What a person sets or removes. What the event does not name stays as it was: leaving a field out must not
 * loosen it.
 */
function withLimits(
  before: HumanPolicy | null,
  { data, actor: by }: EventOf<"policy-set">,
): HumanPolicy | null {
  const { reason, removed } = data;
  const limits = policyFields.flatMap((field) => {
    const value = data[field];
    const limit = value === undefined ? before?.[field] : { value, by, reason };
    return limit === undefined || removed.includes(field) ? [] : [[field, limit] as const];
  });
  return limits.length === 0 ? null : Object.fromEntries(limits);
}

/** A review is always a way out: everything counts from it on, and the base policy holds until then. */
function afterReview(row: AdapterRow, { data, actor, at }: EventOf<"policy-relaxed">): AdapterRow {
  return {
    ...row,
    tally: emptyTally,
    reviewed: Object.fromEntries(row.patterns.map(({ id, occurrences }) => [id, occurrences])),
    review: { by: actor, reason: data.reason, at },
    learned: null,
    brokenStreak: 0,
    relaxationSuggested: false,
  };
}

/** The failure patterns with what happened since the last review. */
export function sinceReview({
  patterns,
  reviewed,
}: Pick<AdapterRow, "patterns" | "reviewed">): readonly FailurePattern[] {
  return patterns.map((each) => {
    const before = reviewed[each.id] ?? 0;
    return before === 0 ? each : { ...each, occurrences: each.occurrences - before };
  });
}

function afterTightening(row: AdapterRow): AdapterRow {
  const multiplier = String(row.learned?.riskMultiplier ?? 1);
  return { ...row, tightened: { ...row.tightened, [multiplier]: (row.tightened[multiplier] ?? 0) + 1 } };
}

function withOccurrence(
  patterns: readonly FailurePattern[],
  id: string | undefined,
  outcome: Outcome,
  at: string,
  { failurePatterns }: AdapterSettings,
): readonly FailurePattern[] {
  const before = patterns.find((pattern) => pattern.id === id);
  const others = patterns.filter((pattern) => pattern !== before);
  return [...others, addOccurrence(before, outcome, at, failurePatterns)].slice(-patternsKept);
}

function withEvidence(row: AdapterRow, seq: number): AdapterRow {
  return { ...row, evidence: pushBounded(row.evidence, seq, evidenceKept) };
}

function unseenAdapter(adapter: string): AdapterRow {
  return {
    adapter,
    tally: emptyTally,
    patterns: [],
    reviewed: {},
    review: null,
    learned: null,
    human: null,
    history: noScores,
    scoreChanges: 0,
    detected: 0,
    tightened: {},
    brokenStreak: 0,
    relaxationSuggested: false,
    evidence: [],
  };
}
