import type { Outcome } from "../outcomes/outcome.js";
import { blamedAdapter, countsAsEvidence } from "./attribution.js";
import { failureTypeOf } from "./failure-pattern.js";
import { unsafeShell } from "./fix-suggestion.js";

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
