import * as z from "zod/mini";

/*
 * The part of Claude Code's payloads that we read, typed from `recorded/`, which real sessions wrote. A field
 * that is required here is in each of those recordings; fields that we do not read may come and go.
 */

const text = z.string();

const everyEvent = {
  session_id: text,
  cwd: text,
  /** Only inside an agent that the main one started. */
  agent_id: z.optional(text),
  agent_type: z.optional(text),
};

const toolCall = {
  ...everyEvent,
  tool_name: text,
  tool_input: z.record(z.string(), z.unknown()),
  tool_use_id: text,
  mcp_server: z.optional(z.looseObject({ name: text })),
};

/** An event of Claude Code that we act on. */
export const claudeEvent = z.discriminatedUnion("hook_event_name", [
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionStart"), source: text }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("UserPromptSubmit"),
    prompt: text,
    source: z.optional(text),
  }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("SubagentStart"),
    agent_id: text,
    agent_type: text,
  }),
  z.looseObject({ ...toolCall, hook_event_name: z.literal("PreToolUse") }),
  z.looseObject({ ...toolCall, hook_event_name: z.literal("PostToolUse"), tool_response: z.unknown() }),
  z.looseObject({
    ...toolCall,
    hook_event_name: z.literal("PostToolUseFailure"),
    error: text,
    is_interrupt: z.optional(z.boolean()),
  }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("PostToolBatch"),
    tool_calls: z.array(
      z.looseObject({
        tool_name: text,
        tool_input: z.record(z.string(), z.unknown()),
        tool_use_id: text,
        tool_response: z.optional(z.unknown()),
      }),
    ),
  }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("Stop"),
    stop_hook_active: z.boolean(),
    last_assistant_message: z.optional(text),
    background_tasks: z.optional(z.array(z.unknown())),
  }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("StopFailure") }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("SubagentStop"),
    agent_id: text,
    agent_type: text,
    stop_hook_active: z.boolean(),
    last_assistant_message: z.optional(text),
  }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionEnd") }),
]);

export type ClaudeEvent = z.output<typeof claudeEvent>;
export type ClaudeEventName = ClaudeEvent["hook_event_name"];
export type ClaudeEventOf<Name extends ClaudeEventName> = Extract<
  ClaudeEvent,
  { readonly hook_event_name: Name }
>;
