import type { Moment, MomentOf, Place } from "../moment.js";
import { isGoOn } from "../moments/answer.js";
import { textAt } from "../read-payload.js";
import type { CursorEvent, CursorEventOf } from "./payload.js";
import { cursorTools, toolUsesOf } from "./tool-use.js";
import type { Turns } from "./turns.js";

/** The moments that an event of Cursor stands for; none when it does not name its chat and folder. */
export function momentsOf(event: CursorEvent, turns: Turns): readonly Moment[] {
  const place = placeOf(event);
  if (place === undefined) return [];
  switch (event.hook_event_name) {
    case "sessionStart":
      return [{ ...place, kind: "session-start", again: false }];
    case "beforeSubmitPrompt":
      if (!isGoOn(event.prompt)) turns.prompted(place.session, event.prompt);
      return [];
    case "preToolUse":
      return toolUsesOf(event).map((use) => ({ ...place, kind: "before-tool" as const, use }));
    case "postToolUse":
      return [afterSuccess(place, event), ...latePrompt(place, turns)];
    case "postToolUseFailure":
      // Denied by a person or by a hook. The event does not show by which, so nothing is learned from it.
      return event.failure_type === "permission_denied" ? [] : [afterFailure(place, event)];
    case "afterAgentResponse":
      turns.answered(place.session, event.text);
      return [];
    case "stop":
      return [atStop(place, event, turns.end(place.session))];
    case "sessionEnd":
      return [{ ...place, kind: "session-end" }];
  }
}

function placeOf({ conversation_id, session_id, workspace_roots = [], cwd }: CursorEvent): Place | undefined {
  const session = conversation_id ?? session_id;
  const startedIn = workspace_roots[0] ?? cwd ?? undefined;
  if (session === undefined || startedIn === undefined) return undefined;
  // The folder of a shell; empty for other tools.
  const root = cwd || startedIn;
  return { host: "cursor", root, startedIn, session, run: session, role: undefined, tools: cursorTools };
}

function latePrompt(place: Place, turns: Turns): readonly Moment[] {
  const text = turns.takePrompt(place.session);
  return text === undefined ? [] : [{ ...place, kind: "prompt", text }];
}

/** The output of a tool is JSON in a text; that of a shell holds its exit code and what it printed. */
function afterSuccess(place: Place, event: CursorEventOf<"postToolUse">): MomentOf<"after-tool"> {
  const [use] = toolUsesOf(event);
  const moment = { ...place, kind: "after-tool", use } as const;
  if (use.command === undefined) return { ...moment, output: "", facts: { isError: false } };
  const result = parsedOutput(event.tool_output);
  const exitCode: unknown = Object(result).exitCode;
  const printed = [textAt(result, "stdout"), textAt(result, "stderr")].filter((part) => part).join("\n");
  const output = printed === "" && typeof result === "string" ? result : printed;
  return { ...moment, output, facts: Number.isInteger(exitCode) ? { exitCode: Number(exitCode) } : {} };
}

function parsedOutput(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function afterFailure(place: Place, event: CursorEventOf<"postToolUseFailure">): MomentOf<"after-tool"> {
  const { error_message = "", is_interrupt } = event;
  const facts = is_interrupt === true ? { interrupted: true } : { isError: true };
  return { ...place, kind: "after-tool", use: toolUsesOf(event)[0], output: error_message, facts };
}

/** `loop_count` is how often hooks have asked for one more turn: the agent is never asked twice. */
function atStop(place: Place, { status, loop_count }: CursorEventOf<"stop">, text: string): Moment {
  if (status === "error") return { ...place, kind: "turn-failed" };
  return { ...place, kind: "answer", text, mayGoOn: status !== "aborted" && (loop_count ?? 0) === 0 };
}
