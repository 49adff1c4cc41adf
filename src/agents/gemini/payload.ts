import * as z from "zod/mini";

/*
 * The part of Gemini CLI's payloads that we read, typed from `recorded/`. Its calls have no id, and its
 * agents no events of their own: one starts and ends as a call of the tool `invoke_agent`, and its calls in
 * between look like those of the main agent.
 */

const text = z.string();

const everyEvent = {
  session_id: text,
  cwd: text,
  /** When the event was made; the same for every hook that receives it. */
  timestamp: text,
};

const toolCall = {
  ...everyEvent,
  tool_name: text,
  tool_input: z.record(z.string(), z.unknown()),
  mcp_context: z.optional(z.looseObject({ server_name: text, tool_name: text })),
};

/** An event of Gemini CLI that we act on. */
export const geminiEvent = z.discriminatedUnion("hook_event_name", [
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionStart"), source: text }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("BeforeAgent"), prompt: text }),
  z.looseObject({ ...toolCall, hook_event_name: z.literal("BeforeTool") }),
  z.looseObject({
    ...toolCall,
    hook_event_name: z.literal("AfterTool"),
    tool_response: z.looseObject({
      /** The result for the model: a text, or a list of parts. */
      llmContent: z.unknown(),
      /** The result for a person: a text, or an object of the tool's own. */
      returnDisplay: z.optional(z.unknown()),
      error: z.optional(z.looseObject({ message: text })),
    }),
  }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("AfterAgent"),
    prompt_response: text,
    stop_hook_active: z.boolean(),
  }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionEnd") }),
]);

export type GeminiEvent = z.output<typeof geminiEvent>;
export type GeminiEventOf<Name extends GeminiEvent["hook_event_name"]> = Extract<
  GeminiEvent,
  { readonly hook_event_name: Name }
>;
