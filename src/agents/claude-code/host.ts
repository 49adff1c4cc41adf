import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import type { Reply } from "../moment.js";
import { momentsOf } from "./moments-of.js";
import { type ClaudeEventName, claudeEvent } from "./payload.js";
import { typedBy } from "./typed-by.js";

/** Claude Code, by the hooks of its plugin or of its settings. Replays of old sessions move the clock. */
export function claudeCodeHost(clock?: () => number): Host {
  return hookHost({
    name: "claude-code",
    tellsStart: true,
    posts: true,
    read: (payload) => claudeEvent.safeParse(payload),
    momentsOf,
    typedBy,
    outputOf: (event, reply) => outputOf(event.hook_event_name, reply),
    ...(clock === undefined ? {} : { clock }),
  });
}

/** Events whose `additionalContext` reaches the model without another turn. At Stop it would loop. */
const withContext: ReadonlySet<ClaudeEventName> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
]);

/** A reply in the format of Claude Code; undefined means no output. */
function outputOf(event: ClaudeEventName, { notice, ...reply }: Reply): object | undefined {
  const output = forAgent(event, reply);
  return notice === undefined ? output : { systemMessage: notice, ...output };
}

function forAgent(event: ClaudeEventName, { context, refusal, goOn }: Reply): object | undefined {
  if (refusal !== undefined && event === "PreToolUse") {
    const { decision, reason } = refusal;
    return {
      hookSpecificOutput: {
        hookEventName: event,
        permissionDecision: decision,
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
