import type { WayOut } from "./coverage.js";

/** What is recorded of a failed call. */
export interface ReflectedCall {
  readonly lesson: string;
  readonly kind?: string | undefined;
  readonly cause?: string | undefined;
}

/** Collects what sessions found out about failures, in the order of time. */
export class WaysFound {
  readonly ways: WayOut[] = [];

  /** A person refused a call with a reason. */
  noteFailure({ lesson, kind, cause }: ReflectedCall, at: Pick<WayOut, "session" | "place">): void {
    if (kind === "refused" && cause !== "") this.ways.push({ ...at, lesson, by: "word" });
  }

  /** A later call worked instead. */
  noteUndone(
    { lesson, pair }: { readonly lesson: string; readonly pair?: unknown },
    at: Pick<WayOut, "session" | "place">,
  ): void {
    if (pair !== undefined) this.ways.push({ ...at, lesson, by: "remedy" });
  }
}
