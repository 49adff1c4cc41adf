import { failureId } from "../failures/signature.js";
import type { WayOut } from "./coverage.js";

/** What is recorded of a failed call, or of a later one that has to do with it. */
export interface ReflectedCall {
  readonly signature?: string | undefined;
  readonly kind?: string | undefined;
  readonly cause?: string | undefined;
  readonly relation?: "again" | "instead" | "helps" | undefined;
}

/** Collects what sessions found out about failures, from their reflections in the order of time. */
export class WaysFound {
  readonly ways: WayOut[] = [];
  readonly #tried = new Set<string>();

  note(call: ReflectedCall, { session, place }: Pick<WayOut, "session" | "place">): void {
    const { signature } = call;
    if (signature === undefined) return;
    const by = this.#wayOut(call, `${session}\n${signature}`);
    if (by !== undefined) this.ways.push({ session, place, lesson: failureId(signature), by });
  }

  /**
   * "remedy" when a call undid the failure, "word" when a person refused it with a reason. The same call that
   * simply works again shows no remedy.
   */
  #wayOut({ relation, kind, cause }: ReflectedCall, attempt: string): WayOut["by"] | undefined {
    if (relation === "helps") this.#tried.add(attempt);
    if (relation === "instead" || (relation === "again" && this.#tried.has(attempt))) return "remedy";
    return kind === "refused" && cause !== "" ? "word" : undefined;
  }
}
