import type { Moment, Place } from "../moment.js";
import type { CodexEvent } from "./payload.js";
import { toolUseOf } from "./tool-use.js";

const tools = ["Bash", "Edit"];

/** The moments that an event of Codex stands for. */
export function momentsOf(event: CodexEvent): readonly Moment[] {
  const place = placeOf(event);
  switch (event.hook_event_name) {
    case "SessionStart":
      return [{ ...place, kind: "session-start", again: event.source === "resume" }];
    case "UserPromptSubmit":
      return [{ ...place, kind: "prompt", text: event.prompt }];
    case "SubagentStart":
      return [{ ...place, kind: "agent-start" }];
    case "PreToolUse":
      return beforeCall(place, event);
    case "PostToolUse":
      // No exit code and no error flag: only the output shows a failure.
      return [
        {
          ...place,
          kind: "after-tool",
          use: toolUseOf(event),
          output: printed(event.tool_response),
          facts: {},
        },
      ];
    case "Stop":
    case "SubagentStop":
      return [
        {
          ...place,
          kind: "answer",
          text: event.last_assistant_message ?? "",
          mayGoOn: !event.stop_hook_active,
        },
      ];
    case "SessionEnd":
      return [{ ...place, kind: "session-end" }];
  }
}

/** Of a patch on a command line Codex says nothing any more when it has ended: what may go on counts as done. */
function beforeCall(
  place: Place,
  event: Extract<CodexEvent, { hook_event_name: "PreToolUse" }>,
): readonly Moment[] {
  const use = toolUseOf(event);
  const before = { ...place, kind: "before-tool", use } as const;
  if (event.tool_name !== "Bash" || !use.writes) return [before];
  return [before, { ...place, kind: "after-tool", use, output: "", facts: {} }];
}

function placeOf({ session_id, cwd, agent_id, agent_type }: CodexEvent): Place {
  return {
    host: "codex",
    root: cwd,
    session: session_id,
    run: agent_id ?? session_id,
    role: agent_type,
    tools,
  };
}

/** The response is a text, or a list of parts for MCP tools. */
function printed(response: unknown): string {
  if (typeof response === "string") return response;
  return JSON.stringify(response ?? "");
}
