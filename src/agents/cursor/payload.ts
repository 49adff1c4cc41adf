import * as z from "zod/mini";

/*
 * Cursor's payloads by its documentation; Whetstone was never run in Cursor. So little is required, and what
 * differs from the documentation is left out rather than refused.
 */

const text = z.string();

const everyEvent = {
  /** The chat. A session's start and end call it `session_id`. */
  conversation_id: z.optional(text),
  session_id: z.optional(text),
  workspace_roots: z.optional(z.array(text)),
  cwd: z.optional(z.nullable(text)),
};

const toolCall = {
  ...everyEvent,
  tool_name: text,
  tool_input: z.optional(z.unknown()),
  tool_use_id: z.optional(text),
};

/** An event of Cursor that we act on. */
export const cursorEvent = z.discriminatedUnion("hook_event_name", [
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("sessionStart") }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("beforeSubmitPrompt"), prompt: text }),
  z.looseObject({ ...toolCall, hook_event_name: z.literal("preToolUse") }),
  z.looseObject({
    ...toolCall,
    hook_event_name: z.literal("postToolUse"),
    tool_output: z.optional(z.unknown()),
  }),
  z.looseObject({
    ...toolCall,
    hook_event_name: z.literal("postToolUseFailure"),
    error_message: z.optional(text),
    failure_type: z.optional(text),
    is_interrupt: z.optional(z.boolean()),
  }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("afterAgentResponse"), text }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("stop"),
    status: z.optional(text),
    loop_count: z.optional(z.number()),
  }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("sessionEnd") }),
]);

export type CursorEvent = z.output<typeof cursorEvent>;
export type CursorEventName = CursorEvent["hook_event_name"];
export type CursorEventOf<Name extends CursorEventName> = Extract<
  CursorEvent,
  { readonly hook_event_name: Name }
>;
