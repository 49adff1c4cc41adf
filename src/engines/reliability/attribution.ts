import type { RunOutcome } from "./run-outcome.js";

/**
 * Bears the failures that no single adapter can be blamed for. It is counted and shown, and nothing is
 * required of it.
 */
export const unattributed = "unattributed";

/**
 * False for what a gate of ours stopped: it says nothing about the work, for or against. Otherwise a strict
 * gate would make its own evidence and get stricter for ever.
 */
export function countsAsEvidence({ cause }: Pick<RunOutcome, "cause">): boolean {
  return cause !== "policy" && cause !== "approval";
}

/** The adapter that failed: the one named, else the only one used. Never simply the first. */
export function blamedAdapter({ failedAdapter, adaptersUsed }: RunOutcome): string | undefined {
  if (failedAdapter !== undefined) return failedAdapter;
  return adaptersUsed.length === 1 ? adaptersUsed[0] : undefined;
}

/**
 * The adapters that an outcome is evidence about. A success is evidence for all that were used. A failure
 * with a culprit is evidence against the culprit and says nothing of the others; one without a culprit stands
 * against all that were used, else a caller who never names one would have perfect adapters.
 */
export function judgedAdapters(outcome: RunOutcome): readonly string[] {
  if (!countsAsEvidence(outcome)) return [];
  if (outcome.result === "success") return outcome.adaptersUsed;
  const blamed = blamedAdapter(outcome);
  return blamed === undefined ? outcome.adaptersUsed : [blamed];
}
