import type { SeenCall } from "../../src/lessons/failure/rules/call.js";

/** A shell call that worked. */
export function ran(text: string, changes: Partial<SeenCall> = {}): SeenCall {
  return { tool: "Bash", sort: "shell", text, failed: false, lines: [], edits: false, ...changes };
}

/** A shell call that failed with this line. */
export function broke(text: string, cause: string, changes: Partial<SeenCall> = {}): SeenCall {
  return ran(text, { failed: true, lines: cause === "" ? [] : [cause], cause, ...changes });
}
