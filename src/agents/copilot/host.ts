import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import type { Reply } from "../moment.js";
import { lastAnswer } from "./last-answer.js";
import { momentsOf } from "./moments-of.js";
import { type CopilotEvent, copilotEvent } from "./payload.js";

/** Copilot CLI, by the hooks of `.github/hooks` or of our plugin. */
export function copilotHost(): Host {
  return hookHost({
    name: "copilot",
    tellsStart: true,
    read: (payload) => copilotEvent.safeParse(payload),
    momentsOf: async (event) =>
      momentsOf(event, event.hook_event_name === "Stop" ? await lastAnswer(event) : undefined),
    // Neither the payload nor the session's file shows whether a person or a program wrote a prompt.
    typedBy: () => "unknown",
    outputOf: ({ hook_event_name }, reply) => outputOf(hook_event_name, reply),
  });
}

/** A reply in the format of Copilot CLI; undefined means no output. */
function outputOf(
  event: CopilotEvent["hook_event_name"],
  { context, refusal, goOn }: Reply,
): object | undefined {
  switch (event) {
    case "PreToolUse":
      return refusal && { permissionDecision: refusal.decision, permissionDecisionReason: refusal.reason };
    case "Stop":
    case "SubagentStop":
      return goOn === undefined ? undefined : { decision: "block", reason: goOn };
    case "SessionEnd":
      return undefined;
    default:
      return context === undefined ? undefined : { additionalContext: context };
  }
}
