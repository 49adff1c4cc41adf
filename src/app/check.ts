/** What `doctor` found out about one thing. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  readonly detail: string;
  /** What to do about it. */
  readonly next?: string;
}
