import { join } from "node:path";
import type { MomentOf } from "../moment.js";
import { isGoOn } from "../moments/answer.js";
import { findFiles, lookAtBeginning, writtenAt } from "../transcripts/find-files.js";
import { readLineObjects } from "../transcripts/json-lines.js";
import { type Fields, fieldsOf, idOf, listOf, textOf, timeOf } from "../transcripts/read-value.js";
import type {
  Begun,
  Entry,
  Faults,
  FindTranscripts,
  Transcript,
  TranscriptPlace,
  Where,
} from "../transcripts/transcript.js";
import { momentsOf } from "./moments-of.js";

/** Copilot CLI writes one file per session, in a folder of its own: what its agents did is in it too. */
export const copilotTranscripts: FindTranscripts = async (place, faults) => {
  const folder = join(place.env.COPILOT_HOME || join(place.home, ".copilot"), "session-state");
  const files = findFiles(folder, 1, (name) => name === "events.jsonl", faults);
  return files.flatMap((file) => lookAtBeginning(faults, (found) => transcriptIn(file, place, found)));
};

const wanted = [
  "session.start",
  "user.message",
  "assistant.message",
  "assistant.turn_end",
  "session.usage_record",
  "tool.execution_start",
  "tool.execution_complete",
].map((type) => `"type":"${type}"`);

function isWanted(line: string): boolean {
  const start = line.slice(0, 200);
  return !line.startsWith("{") || wanted.some((type) => start.includes(type));
}

function transcriptIn(file: string, { now }: TranscriptPlace, faults: Faults): readonly Transcript[] {
  for (const { type, data, timestamp } of readLineObjects(file, faults, isWanted)) {
    const begun = fieldsOf(data);
    const startedAt = timeOf(begun.startTime ?? timestamp, now);
    const folder = textOf(fieldsOf(begun.context).cwd);
    if (type !== "session.start" || startedAt === undefined || folder === "") continue;
    const session = idOf(begun.sessionId);
    const entries = (found: Faults) => entriesOf(file, { session, run: session, folder, now }, found);
    const common = { agent: "copilot", session, run: session, folder, file, startedAt };
    return [{ ...common, writtenAt: writtenAt(file) ?? startedAt, entries }];
  }
  return [];
}

function* entriesOf(file: string, where: Where, faults: Faults): Generator<Entry> {
  const begun = new Map<string, Begun<unknown>>();
  /** Whether the last message of the main agent called no tool. */
  let isAnswer = false;
  for (const { type, data, timestamp, agentId } of readLineObjects(file, faults, isWanted)) {
    const at = timeOf(timestamp, where.now);
    if (at === undefined) continue;
    const fields = fieldsOf(data);
    const id = textOf(fields.toolCallId);
    const call = begun.get(id);
    if (type === "tool.execution_start")
      begun.set(id, { at, name: textOf(fields.toolName), input: fields.arguments });
    else if (type === "session.usage_record") yield* tokenEntries(fields, at);
    else if (type === "tool.execution_complete" && call !== undefined) {
      begun.delete(id);
      const run = agentId === undefined ? where.run : idOf(agentId);
      const moment = { ...momentOf(call, fields, where), run };
      yield { kind: "call", at, startedAt: call.at, id, moment };
    } else if (agentId === undefined && type === "user.message") yield* promptEntries(fields, at);
    else if (agentId === undefined && type === "assistant.message")
      isAnswer = listOf(fields.toolRequests).length === 0;
    else if (agentId === undefined && type === "assistant.turn_end" && isAnswer)
      yield { kind: "answered", at };
  }
}

function* tokenEntries({ usage }: Fields, at: number): Generator<Entry> {
  const written = Number(fieldsOf(usage).outputTokens);
  if (written > 0) yield { kind: "tokens", at, written };
}

function* promptEntries({ content }: Fields, at: number): Generator<Entry> {
  const text = textOf(content);
  if (text === "" || isGoOn(text) || text.startsWith("<system_notification>")) return;
  yield { kind: "prompt", at, text, typedBy: "unknown" };
}

/** As the hook of Copilot CLI reports it. */
function momentOf(call: Begun<unknown>, done: Fields, where: Where): MomentOf<"after-tool"> {
  const { session, folder } = where;
  const common = {
    session_id: session,
    cwd: folder,
    timestamp: new Date(call.at).toISOString(),
    tool_name: call.name.slice(0, 200) || "unknown",
    tool_input: call.input,
  };
  const { content, detailedContent } = fieldsOf(done.result);
  const error = done.success === false ? textOf(fieldsOf(done.error).message) || "it failed" : undefined;
  const [moment] = momentsOf(
    error === undefined
      ? {
          ...common,
          hook_event_name: "PostToolUse",
          tool_result: {
            result_type: "success",
            // The other text for the model holds what hooks added to it.
            text_result_for_llm: textOf(detailedContent ?? content),
          },
        }
      : { ...common, hook_event_name: "PostToolUseFailure", error },
  );
  if (moment?.kind !== "after-tool") throw new TypeError("a finished call is one moment");
  const { code } = fieldsOf(done.error);
  return code === "denied" || code === "rejected" ? { ...moment, facts: { rejected: true } } : moment;
}
