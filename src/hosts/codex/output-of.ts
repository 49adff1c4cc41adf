import type { Reply } from "../moment.js";
import type { CodexEventName } from "./payload.js";

const withContext: ReadonlySet<CodexEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "PostToolUse",
]);

/** A reply in the format of Codex, which refuses unknown fields; undefined means no output. */
export function outputOf(event: CodexEventName, { context, refusal, goOn }: Reply): object | undefined {
  if (refusal !== undefined && event === "PreToolUse") {
    // Codex has no "ask" for tools: a person decides by relaxing the lesson.
    const { reason } = refusal;
    return {
      hookSpecificOutput: {
        hookEventName: event,
        permissionDecision: "deny",
        permissionDecisionReason: reason,
      },
    };
  }
  if (goOn !== undefined && (event === "Stop" || event === "SubagentStop"))
    return { decision: "block", reason: goOn };
  if (context !== undefined && withContext.has(event))
    return { hookSpecificOutput: { hookEventName: event, additionalContext: context } };
  return undefined;
}
