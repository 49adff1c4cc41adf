import type { Moment, MomentOf, Place } from "../moment.js";
import { isGoOn } from "../moments/answer.js";
import { textAt } from "../read-payload.js";
import type { GeminiEvent, GeminiEventOf } from "./payload.js";
import { shellResult } from "./shell-result.js";
import { geminiTools, toolUseOf } from "./tool-use.js";

/** The moments that an event of Gemini CLI stands for. */
export function momentsOf(event: GeminiEvent): readonly Moment[] {
  const place = placeOf(event);
  switch (event.hook_event_name) {
    case "SessionStart":
      return [{ ...place, kind: "session-start", again: event.source === "resume" }];
    case "BeforeAgent": {
      const text = askedIn(event.prompt);
      // The turn that we asked for begins like a person's prompt.
      return isGoOn(text) ? [] : [{ ...place, kind: "prompt", text }];
    }
    case "BeforeTool": {
      const agent = agentPlace(place, event);
      const check = { ...place, kind: "before-tool", use: toolUseOf(event) } as const;
      return agent === undefined ? [check] : [check, { ...agent, kind: "agent-start" }];
    }
    case "AfterTool":
      return resultMoments(place, event);
    case "AfterAgent":
      return [answerMoment(place, event)];
    case "SessionEnd":
      return [{ ...place, kind: "session-end" }];
  }
}

/** In the turn that a hook asked for, the response holds the answer before it too. */
function answerMoment(place: Place, event: GeminiEventOf<"AfterAgent">): Moment {
  const { prompt_response: text, stop_hook_active: asked } = event;
  return { ...place, kind: "answer", text, mayGoOn: !asked, ...(asked ? { repeats: true } : {}) };
}

function placeOf({ session_id, cwd }: GeminiEvent): Place {
  return {
    host: "gemini",
    root: cwd,
    session: session_id,
    run: session_id,
    role: undefined,
    tools: geminiTools,
  };
}

/**
 * In a run without a terminal, the prompt begins with the context that hooks added at the session's start.
 */
function askedIn(prompt: string): string {
  const end = "</hook_context>\n\n";
  const from = prompt.startsWith("<hook_context>") ? prompt.indexOf(end) : -1;
  return from === -1 ? prompt : prompt.slice(from + end.length);
}

function resultMoments(place: Place, event: GeminiEventOf<"AfterTool">): readonly Moment[] {
  const done = callMoment(place, event);
  const agent = agentPlace(place, event);
  if (agent === undefined) return [done];
  const text = agentAnswer(event.tool_response.returnDisplay);
  // A call that is over cannot be asked for one more turn.
  return [done, { ...agent, kind: "answer", text, mayGoOn: false }];
}

/** Every tool but the shell has an error field; a shell's exit code is only in the text for the model. */
function callMoment(place: Place, event: GeminiEventOf<"AfterTool">): MomentOf<"after-tool"> {
  const { error, llmContent } = event.tool_response;
  const moment = { ...place, kind: "after-tool", use: toolUseOf(event) } as const;
  if (error !== undefined) return { ...moment, output: error.message, facts: { isError: true } };
  if (event.tool_name !== "run_shell_command" || typeof llmContent !== "string")
    return { ...moment, output: "", facts: { isError: false } };
  const { output, exitCode, interrupted } = shellResult(llmContent);
  if (interrupted) return { ...moment, output, facts: { interrupted } };
  return { ...moment, output, facts: exitCode === undefined ? {} : { exitCode } };
}

interface Call {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/**
 * The place of the agent that a call starts, if it starts one. Calls of one agent in a session are one run.
 */
function agentPlace(place: Place, { tool_name, tool_input }: Call): Place | undefined {
  const role = textAt(tool_input, "agent_name");
  if (tool_name !== "invoke_agent" || role === undefined) return undefined;
  return { ...place, role, run: `${place.session}:${role.replace(/[^\w-]+/g, "-").slice(0, 100)}` };
}

/** The answer of an agent: JSON of a text or of an object of texts. Anything else is taken as plain text. */
function agentAnswer(returnDisplay: unknown): string {
  const result = textAt(returnDisplay, "result") ?? "";
  try {
    return textsIn(JSON.parse(result)).join("\n");
  } catch {
    return result;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
