import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import type { Reply } from "../moment.js";
import { momentsOf } from "./moments-of.js";
import { type CursorEventName, cursorEvent } from "./payload.js";
import { Turns } from "./turns.js";

/** Cursor, by its hooks file. Written from its documentation and never run in Cursor. */
export function cursorHost(): Host {
  const turns = new Turns();
  return hookHost({
    name: "cursor",
    read: (payload) => cursorEvent.safeParse(payload),
    momentsOf: (event) => momentsOf(event, turns),
    // Never seen in Cursor: nothing is known of what shows who types.
    typedBy: () => "unknown",
    outputOf: (event, reply) => outputOf(event.hook_event_name, reply),
  });
}

/** A reply in the format of Cursor. Always an object: Cursor treats other output as a failed hook. */
function outputOf(event: CursorEventName, { context, refusal, goOn }: Reply): object {
  switch (event) {
    case "beforeSubmitPrompt":
      return { continue: true };
    case "preToolUse":
      // Cursor ignores "ask" here: a person decides by relaxing the lesson.
      return refusal === undefined
        ? {}
        : { permission: "deny", user_message: refusal.reason, agent_message: refusal.reason };
    case "sessionStart":
    case "postToolUse":
      return context === undefined ? {} : { additional_context: context };
    case "stop":
      return goOn === undefined ? {} : { followup_message: goOn };
    default:
      return {};
  }
}
