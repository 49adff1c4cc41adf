/** A validator's judgement of a deliberation. */
export interface Verdict {
  readonly verdict: "PASS" | "FAIL";
  readonly issues: readonly VerdictIssue[];
  /** Ids of issues. Always empty for a PASS. */
  readonly mustFix: readonly string[];
  readonly falsePositives: readonly FalsePositive[];
  /** The deliberation that was judged, as the validator names it. */
  readonly deliberation?: string;
}

export interface VerdictIssue {
  readonly id: string;
  readonly severity: string;
  readonly summary: string;
  readonly location?: string;
  readonly rootCause?: string;
  readonly fixHint?: string;
}

/** What the validator calls a false positive: a finding of the deliberation by its id, its words, or both. */
export interface FalsePositive {
  readonly finding?: string;
  readonly text?: string;
}

export type ParsedVerdict =
  /** `unread` says what of it could not be read, by its field. */
  | { readonly kind: "verdict"; readonly verdict: Verdict; readonly unread: readonly string[] }
  /** There is a block, and nothing may follow from it. The reason names the field. */
  | { readonly kind: "invalid"; readonly reason: string }
  | { readonly kind: "none" };
