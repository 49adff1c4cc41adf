import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import type { Reply } from "../moment.js";
import { momentsOf } from "./moments-of.js";
import { type CodexEventName, codexEvent } from "./payload.js";
import { typedBy } from "./typed-by.js";

/** Codex, by the same plugin as Claude Code or by a hooks file of its own. */
export function codexHost(): Host {
  return hookHost({
    name: "codex",
    read: (payload) => codexEvent.safeParse(payload),
    momentsOf,
    typedBy,
    outputOf: (event, reply) => outputOf(event.hook_event_name, reply),
  });
}

const withContext: ReadonlySet<CodexEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "PreToolUse",
  "PostToolUse",
]);

/** A reply in the format of Codex, which refuses unknown fields; undefined means no output. */
function outputOf(event: CodexEventName, { context, refusal, goOn }: Reply): object | undefined {
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
