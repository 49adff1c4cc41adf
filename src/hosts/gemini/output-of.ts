import type { Reply } from "../moment.js";
import type { GeminiEvent } from "./payload.js";

/** A reply in the words of Gemini CLI; undefined is no output at all. */
export function outputOf(event: GeminiEvent, { context, refusal, goOn }: Reply): object | undefined {
  const { hook_event_name: hookEventName } = event;
  switch (hookEventName) {
    case "SessionStart":
    case "BeforeAgent":
      return context === undefined
        ? undefined
        : { hookSpecificOutput: { hookEventName, additionalContext: context } };
    case "BeforeTool":
      // It knows "ask", but waits for ever where nobody sits at the keyboard: a person decides by relaxing
      // the lesson.
      if (refusal !== undefined) return { decision: "deny", reason: refusal.reason };
      return context === undefined ? undefined : withBrief(event.tool_input, context);
    case "AfterAgent":
      return goOn === undefined ? undefined : { decision: "deny", reason: goOn };
    default:
      return undefined;
  }
}

/**
 * The brief of an agent that is about to start goes into its prompt. The input is replaced whole, so all of
 * it is given.
 */
function withBrief(input: Readonly<Record<string, unknown>>, brief: string): object {
  const prompt = typeof input.prompt === "string" ? input.prompt : "";
  const tool_input = { ...input, prompt: `${prompt}\n\n${brief}` };
  return { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } };
}
