export interface ExplainResult {
  readonly id: string;
  readonly kind:
    | "outcome"
    | "strategy"
    | "anti_pattern"
    | "insight"
    | "directive"
    | "criterion"
    | "capability"
    | "error"
    | "event";
  /** The answer in plain words, one sentence each. */
  readonly answer: readonly string[];
  readonly numbers: Readonly<Record<string, number>>;
  /** The rule that made them. */
  readonly rule: string;
  readonly events: readonly ExplainedEvent[];
}

export interface ExplainedEvent {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly at: string;
}
