import type { Reply } from "../moment.js";
import type { CursorEventName } from "./payload.js";

/** A reply in the format of Cursor. Always an object: Cursor treats other output as a failed hook. */
export function outputOf(event: CursorEventName, { context, refusal, goOn }: Reply): object {
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
