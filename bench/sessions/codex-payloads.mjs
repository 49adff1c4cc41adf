import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The payloads with which Codex would have reported an entry, in their order: a command's output as one text,
 * and nothing that says whether it failed.
 */
export function codexPayloads(entry, root, conversation) {
  const every = { session_id: entry.session, cwd: root, transcript_path: conversation };
  if (entry.kind === "prompt")
    return entry.side ? [] : [{ ...every, hook_event_name: "UserPromptSubmit", prompt: entry.text }];
  const agent = entry.side ? { agent_id: `${entry.session}-side`, agent_type: "default" } : {};
  const call = {
    ...every,
    ...agent,
    tool_use_id: entry.id,
    ...(entry.tool === "exec_command"
      ? { tool_name: "Bash", tool_input: { command: entry.input } }
      : { tool_name: entry.tool, tool_input: inputOf(entry.input) }),
  };
  return [
    { ...call, hook_event_name: "PreToolUse" },
    { ...call, hook_event_name: "PostToolUse", tool_response: entry.output },
  ];
}

/** A patch is a text, the input of other tools an object. */
function inputOf(input) {
  return input.startsWith("{") ? JSON.parse(input) : { input };
}

/** The file of a conversation, whose first line tells the hook that a person types in it. */
export function writeConversation(folder) {
  const file = join(folder, "conversation.jsonl");
  writeFileSync(file, `${JSON.stringify({ type: "session_meta", payload: { source: "cli" } })}\n`);
  return file;
}
