/** A way to split work as semantic memory takes it in. */
export interface PatternRecord {
  readonly id?: string | undefined;
  readonly content: string;
  readonly kind: "pattern" | "anti_pattern";
  readonly is_negative: boolean;
  readonly metadata?: PatternMetadata | undefined;
}

/** Where it was used and how that ended; anything else is the caller's own. */
export interface PatternMetadata {
  readonly bead_id?: string | undefined;
  readonly success?: boolean | undefined;
  /** ISO 8601 with its zone. */
  readonly timestamp?: string | undefined;
  readonly [detail: string]: unknown;
}

/** A way to split work as semantic memory gives it back, with its track record. */
export interface PatternMatch extends PatternRecord {
  readonly id: string;
  readonly success_count: number;
  readonly failure_count: number;
  /**
   * How alike query and strategy are, 0 to 1: the cosine of their vectors, or the share of words where no
   * model answers.
   */
  readonly score: number;
  /** What the score compares. */
  readonly compared_by: "meaning" | "words";
}
