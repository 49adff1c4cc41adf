import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import type { Reply, TypedBy } from "../moment.js";
import { momentsOf } from "./moments-of.js";
import { type GeminiEvent, geminiEvent } from "./payload.js";

/** Gemini CLI, by the hooks of its settings or of our extension. */
export function geminiHost(): Host {
  return hookHost({
    name: "gemini",
    tellsStart: true,
    read: (payload) => geminiEvent.safeParse(payload),
    momentsOf,
    typedBy,
    outputOf,
  });
}

function typedBy(event: GeminiEvent): TypedBy | undefined {
  return event.hook_event_name === "BeforeAgent" ? typistOf(event.prompt) : undefined;
}

/**
 * Only without a terminal does a prompt begin with the context of hooks. Where no hook gave any at the
 * start, nothing shows who typed.
 */
export function typistOf(prompt: string): TypedBy | undefined {
  return prompt.startsWith("<hook_context>") ? undefined : "unknown";
}

/** A reply in the format of Gemini CLI; undefined means no output. */
function outputOf(event: GeminiEvent, { context, refusal, goOn }: Reply): object | undefined {
  const { hook_event_name: hookEventName } = event;
  switch (hookEventName) {
    case "SessionStart":
    case "BeforeAgent":
    case "AfterTool":
      return context === undefined
        ? undefined
        : { hookSpecificOutput: { hookEventName, additionalContext: context } };
    case "BeforeTool":
      // Gemini CLI has "ask", but waits forever without a terminal: a person decides by relaxing the lesson.
      if (refusal !== undefined) return { decision: "deny", reason: refusal.reason };
      return context === undefined ? undefined : withBrief(event.tool_input, context);
    case "AfterAgent":
      return goOn === undefined ? undefined : { decision: "deny", reason: goOn };
    default:
      return undefined;
  }
}

/** The brief of a starting agent goes into its prompt. Gemini CLI replaces the whole input. */
function withBrief(input: Readonly<Record<string, unknown>>, brief: string): object {
  const prompt = typeof input.prompt === "string" ? input.prompt : "";
  const tool_input = { ...input, prompt: `${prompt}\n\n${brief}` };
  return { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input } };
}
