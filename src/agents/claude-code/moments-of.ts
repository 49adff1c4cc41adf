import { basename } from "node:path";
import { readForeign } from "../../base/files/read-foreign.js";
import type { Moment, Place } from "../moment.js";
import type { ClaudeEvent } from "./payload.js";
import { batchMoments, failureMoment, successMoment } from "./tool-results.js";
import { toolUseOf } from "./tool-use.js";

/** The tools that lessons are scoped to; MCP servers bring more. */
const tools = ["Bash", "Edit", "Write", "Read", "NotebookEdit", "WebFetch", "WebSearch", "Agent"];

/** The moments that an event of Claude Code stands for; often none. */
export function momentsOf(event: ClaudeEvent): readonly Moment[] {
  const place = placeOf(event);
  switch (event.hook_event_name) {
    case "SessionStart":
      // After a resume the conversation holds the earlier brief; after a compaction it may not.
      return [{ ...place, kind: "session-start", again: event.source === "resume" }];
    case "UserPromptSubmit":
      if (isNotice(event.prompt)) return endedInBackground(place, event.prompt);
      return [{ ...place, kind: "prompt", text: event.prompt }];
    case "SubagentStart":
      return [{ ...place, kind: "agent-start" }];
    case "PreToolUse":
      return [{ ...place, kind: "before-tool", use: toolUseOf(event) }];
    case "PostToolUse":
      return [successMoment(place, event)];
    case "PostToolUseFailure":
      return [failureMoment(place, event)];
    case "PostToolBatch":
      return batchMoments(place, event);
    case "Stop":
      return [answerMoment(place, event, (event.background_tasks ?? []).length === 0)];
    case "StopFailure":
      return [{ ...place, kind: "turn-failed" }];
    case "SubagentStop":
      return [answerMoment(place, event, true)];
    case "SessionEnd":
      return [{ ...place, kind: "session-end" }];
  }
}

function placeOf({ session_id, cwd, agent_id, agent_type }: ClaudeEvent): Place {
  return {
    host: "claude-code",
    root: cwd,
    session: session_id,
    run: agent_id ?? session_id,
    role: agent_type,
    tools,
  };
}

/** Claude Code writes such a prompt itself when work in the background is done; no person asks. */
function isNotice(prompt: string): boolean {
  return prompt.trimStart().startsWith("<task-notification>");
}

interface Answered {
  readonly stop_hook_active: boolean;
  readonly last_assistant_message?: string | undefined;
}

/** `stop_hook_active` is true in the turn that a hook asked for: the agent is never asked twice. */
function answerMoment(
  place: Place,
  { stop_hook_active, last_assistant_message }: Answered,
  settled: boolean,
): Moment {
  const text = last_assistant_message ?? "";
  return { ...place, kind: "answer", text, mayGoOn: settled && !stop_hook_active };
}

/** A longer output is not read: its end could be anything. */
const outputBytes = 1_048_576;

/** A command in the background that has ended, by Claude Code's notice; none for agents and what was stopped. */
function endedInBackground(place: Place, notice: string): readonly Moment[] {
  const call = partOf(notice, "tool-use-id");
  const [, code] = /^[\s\S]*\bexit code (\d{1,3})\b/.exec(partOf(notice, "summary") ?? "") ?? [];
  if (call === undefined || code === undefined) return [];
  const facts = { exitCode: Number(code) };
  return [{ ...place, kind: "background-ended", call, output: outputOf(notice), facts }];
}

function partOf(notice: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]{1,4096})</${name}>`).exec(notice)?.[1];
}

/** The notice names the file that holds the output. Only the file of that task is read. */
function outputOf(notice: string): string {
  const file = partOf(notice, "output-file") ?? "";
  if (basename(file) !== `${partOf(notice, "task-id")}.output`) return "";
  const read = readForeign(file, { maxBytes: outputBytes });
  return "bytes" in read ? read.bytes.toString("utf8") : "";
}
