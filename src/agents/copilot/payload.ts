import * as z from "zod/mini";

/*
 * The part of Copilot CLI's payloads that we read, typed from `recorded/`. Hooks whose events are written like
 * those of Claude Code get payloads with Claude Code's names for tools and fields, except for the start of an
 * agent. Its calls have no id.
 */

const text = z.string();

const everyEvent = {
  session_id: text,
  cwd: text,
  /** When the event was made; the same for every hook that receives it. */
  timestamp: text,
  /** Of an agent that Copilot CLI started, whose events may have its id as that of the session. */
  agent_id: z.optional(text),
  agent_type: z.optional(text),
  parent_agent_id: z.optional(text),
};

const toolCall = { ...everyEvent, tool_name: text, tool_input: z.optional(z.unknown()) };

const turnEnd = { ...everyEvent, stop_hook_active: z.boolean() };

const namedEvent = z.discriminatedUnion("hook_event_name", [
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionStart"), source: text }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("UserPromptSubmit"), prompt: text }),
  z.looseObject({ ...toolCall, hook_event_name: z.literal("PreToolUse") }),
  z.looseObject({
    ...toolCall,
    hook_event_name: z.literal("PostToolUse"),
    tool_result: z.looseObject({ result_type: text, text_result_for_llm: z.optional(text) }),
  }),
  z.looseObject({ ...toolCall, hook_event_name: z.literal("PostToolUseFailure"), error: text }),
  z.looseObject({ ...turnEnd, hook_event_name: z.literal("Stop"), transcript_path: z.optional(text) }),
  z.looseObject({
    ...turnEnd,
    hook_event_name: z.literal("SubagentStop"),
    last_assistant_message: z.optional(text),
  }),
  z.looseObject({ ...everyEvent, hook_event_name: z.literal("SessionEnd") }),
]);

/** It names neither itself nor its session as the others do. */
const agentStart = z.looseObject({
  hook_event_name: z._default(z.literal("SubagentStart"), "SubagentStart"),
  sessionId: text,
  cwd: text,
  agent_id: text,
  agent_type: z.optional(text),
});

/** An event of Copilot CLI that we act on. */
export const copilotEvent = z.union([namedEvent, agentStart]);

export type CopilotEvent = z.output<typeof copilotEvent>;
export type CopilotEventOf<Name extends CopilotEvent["hook_event_name"]> = Extract<
  CopilotEvent,
  { readonly hook_event_name: Name }
>;
