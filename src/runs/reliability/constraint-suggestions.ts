import type { Config } from "../../base/config/settings.js";
import type { Moment } from "../outcomes/moment.js";
import type { Outcome } from "../outcomes/outcome.js";
import { blamedAdapter, countsAsEvidence, failureTypeOf, judgedAdapters } from "./attribution.js";
import type { FailurePattern } from "./failure-pattern.js";
import { unsafeShell } from "./fix-suggestion.js";
import { isStale } from "./overlay.js";
import type { ReliabilityTally } from "./reliability.js";

/** A limit that a person may want to set. It takes no effect by itself. */
export interface ConstraintSuggestion {
  readonly kind: "narrow-mutation-scope" | "watch-approvals" | "block-shell-command";
  readonly runId: string;
  /** Absent when no single adapter is concerned. */
  readonly adapterId?: string;
  readonly text: string;
}

/** What an outcome gives reason to limit. */
export function suggestConstraints(run: Outcome, runId: string): ConstraintSuggestion[] {
  if (!countsAsEvidence(run)) return [];
  const adapterId = blamedAdapter(run);
  const about = { runId, ...(adapterId === undefined ? {} : { adapterId }) };
  return reasons(run, adapterId ?? "the run").map((each) => ({ ...about, ...each }));
}

function reasons(run: Outcome, who: string): Pick<ConstraintSuggestion, "kind" | "text">[] {
  const found: Pick<ConstraintSuggestion, "kind" | "text">[] = [];
  if (run.rollbackOccurred) {
    found.push({
      kind: "narrow-mutation-scope",
      text: `Narrow what ${who} may change: its work was rolled back.`,
    });
  }
  if (run.humanOverride) {
    found.push({
      kind: "watch-approvals",
      text: `Watch the approvals of ${who}: a person overrode a decision.`,
    });
  }
  if (unsafeShell.test(failureTypeOf(run) ?? "")) {
    found.push({
      kind: "block-shell-command",
      text: `Put the unsafe shell command of ${who} on the block-list.`,
    });
  }
  return found;
}

type PolicySettings = Config["policy"];

/** A suggestion that stands, with what has happened since. */
export interface OpenSuggestion extends ConstraintSuggestion {
  readonly at: string;
  /** Successes in a row since, of its adapter; of any run, where no adapter is concerned. */
  readonly successes: number;
}

/**
 * The suggestions that stand after one more outcome, the newest last. One that comes up again starts over;
 * one that enough successes in a row have followed is gone.
 */
export function suggestionsAfter(
  open: readonly OpenSuggestion[],
  outcome: Outcome,
  fresh: readonly ConstraintSuggestion[],
  at: string,
  settings: Pick<PolicySettings, "relaxAfterSuccesses">,
): readonly OpenSuggestion[] {
  if (open.length === 0 && fresh.length === 0) return open;
  const judged = judgedAdapters(outcome);
  const standing = open
    .filter(
      (each) => !fresh.some(({ kind, adapterId }) => kind === each.kind && adapterId === each.adapterId),
    )
    .map((each) => (concerns(each, outcome, judged) ? followed(each, outcome) : each))
    .filter(({ successes }) => successes < settings.relaxAfterSuccesses);
  return [...standing, ...fresh.map((each) => ({ ...each, at, successes: 0 }))];
}

function concerns({ adapterId }: OpenSuggestion, outcome: Outcome, judged: readonly string[]): boolean {
  return adapterId === undefined ? countsAsEvidence(outcome) : judged.includes(adapterId);
}

function followed(suggestion: OpenSuggestion, { result }: Outcome): OpenSuggestion {
  return { ...suggestion, successes: result === "success" ? suggestion.successes + 1 : 0 };
}

/** True until the suggestion is too old to act on. */
export function isCurrent(
  { at }: Pick<OpenSuggestion, "at">,
  now: Moment,
  settings: Pick<PolicySettings, "staleAfterDays">,
): boolean {
  return !isStale({ updatedAt: at }, now, settings);
}

/**
 * True while the fix of a failure pattern is worth suggesting: it occurred often enough since the last review,
 * not too long ago, and its adapter has not succeeded often enough in a row since.
 */
export function needsFix(
  { occurrences, lastSeenAt }: Pick<FailurePattern, "occurrences" | "lastSeenAt">,
  { streak }: Pick<ReliabilityTally, "streak">,
  now: Moment,
  settings: PolicySettings,
): boolean {
  return (
    occurrences >= settings.approvalOccurrences &&
    streak < settings.relaxAfterSuccesses &&
    isCurrent({ at: lastSeenAt }, now, settings)
  );
}
