import type { Moment, MomentOf, Place, ToolUse } from "../moment.js";
import { isGoOn } from "../moments/answer.js";
import type { CopilotEvent, CopilotEventOf } from "./payload.js";
import { endedInBackground, shellResult } from "./shell-result.js";
import { copilotTools, toolUseOf } from "./tool-use.js";

/** The moments that an event of Copilot CLI stands for; `answer` is what the agent said at the end of its turn. */
export function momentsOf(event: CopilotEvent, answer = ""): readonly Moment[] {
  const place = placeOf(event);
  switch (event.hook_event_name) {
    case "SessionStart":
      return [{ ...place, kind: "session-start", again: event.source === "resume" }];
    case "UserPromptSubmit":
      return promptMoments(place, event.prompt);
    case "SubagentStart":
      return [{ ...place, kind: "agent-start" }];
    case "PreToolUse":
      return [{ ...place, kind: "before-tool", use: toolUseOf(event) }];
    case "PostToolUse":
      return [afterCall(place, event)];
    case "PostToolUseFailure": {
      const facts = { isError: true };
      return [{ ...place, kind: "after-tool", use: toolUseOf(event), output: event.error, facts }];
    }
    case "Stop":
      // An agent reports its end twice; only the other event has its answer.
      return event.agent_id === undefined ? [answerMoment(place, answer, event.stop_hook_active)] : [];
    case "SubagentStop":
      return [answerMoment(place, event.last_assistant_message ?? "", event.stop_hook_active)];
    case "SessionEnd":
      return [{ ...place, kind: "session-end" }];
  }
}

function placeOf(event: CopilotEvent): Place {
  const { agent_id, agent_type, cwd } = event;
  const session =
    event.hook_event_name === "SubagentStart" ? event.sessionId : (event.parent_agent_id ?? event.session_id);
  return {
    host: "copilot",
    root: cwd,
    session,
    run: agent_id ?? session,
    role: agent_type,
    tools: copilotTools,
  };
}

/** Copilot CLI writes prompts itself: for an agent, for the turn that we asked for, and as notices. */
function promptMoments(place: Place, text: string): readonly Moment[] {
  if (place.role !== undefined || isGoOn(text)) return [];
  if (!text.startsWith("<system_notification>")) return [{ ...place, kind: "prompt", text }];
  const ended = endedInBackground(text);
  if (ended === undefined) return [];
  const { shell, exitCode } = ended;
  return [{ ...place, kind: "background-ended", call: startedAs(shell), output: "", facts: { exitCode } }];
}

/** The id of a call that went to the background: only the shell's number comes back when it ends. */
function startedAs(shell: string): string {
  return `shell ${shell}`;
}

function afterCall(place: Place, event: CopilotEventOf<"PostToolUse">): MomentOf<"after-tool"> {
  const use: ToolUse = toolUseOf(event);
  const { result_type: type, text_result_for_llm: text = "" } = event.tool_result;
  const moment = { ...place, kind: "after-tool", use } as const;
  if (type === "rejected" || type === "denied") return { ...moment, output: text, facts: { rejected: true } };
  if (use.command === undefined) return { ...moment, output: "", facts: { isError: type === "failure" } };
  const { output, exitCode, startedIn } = shellResult(text);
  if (startedIn !== undefined)
    return { ...moment, use: { ...use, id: startedAs(startedIn) }, output: "", facts: {}, started: true };
  return { ...moment, output, facts: exitCode === undefined ? {} : { exitCode } };
}

/** `stop_hook_active` is true in the turn that a hook asked for: the agent is never asked twice. */
function answerMoment(place: Place, text: string, asked: boolean): Moment {
  return { ...place, kind: "answer", text, mayGoOn: !asked };
}
