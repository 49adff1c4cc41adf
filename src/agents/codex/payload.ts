import * as z from "zod/mini";

/*
 * The part of Codex's payloads that we read, typed from `recorded/`. It has the events of Claude Code, but
 * says less about a finished tool call: one text, without an exit code, and no separate event for a failure.
 */

const text = z.string();

const everyEvent = {
  session_id: text,
  cwd: text,
  agent_id: z.optional(text),
  agent_type: z.optional(text),
};

const toolCall = {
  ...everyEvent,
  tool_name: text,
  tool_input: z.unknown(),
  tool_use_id: text,
};

/** An event of Codex that we act on. */
export const codexEvent = z.discriminatedUnion("hook_event_name", [
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionStart"), source: text }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("UserPromptSubmit"),
    prompt: text,
    transcript_path: z.optional(z.nullable(text)),
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
    ...everyEvent,
    hook_event_name: z.literal("Stop"),
    stop_hook_active: z.boolean(),
    last_assistant_message: z.optional(z.nullable(text)),
  }),
  z.looseObject({
    ...everyEvent,
    hook_event_name: z.literal("SubagentStop"),
    agent_id: text,
    agent_type: text,
    stop_hook_active: z.boolean(),
    last_assistant_message: z.optional(z.nullable(text)),
  }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionEnd") }),
]);

export type CodexEvent = z.output<typeof codexEvent>;
export type CodexEventName = CodexEvent["hook_event_name"];
