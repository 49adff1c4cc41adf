import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readLineObjects } from "../transcripts/json-lines.js";
import { fieldsOf, textOf, timeOf } from "../transcripts/read-value.js";
import { Faults } from "../transcripts/transcript.js";
import type { CopilotEventOf } from "./payload.js";

/** The session's file is written some milliseconds after the hook is called. */
const waitsMs = [20, 40, 80, 160, 320, 640];

/**
 * What the agent answered last. It stands only in the file of the session, which the event names; nothing but such
 * a file is read. The answer is there once the file says that this hook was called.
 */
export async function lastAnswer(event: CopilotEventOf<"Stop">): Promise<string> {
  const { transcript_path: file = "", timestamp } = event;
  if (basename(file) !== "events.jsonl") return "";
  const calledAt = Date.parse(timestamp);
  for (const waitMs of waitsMs) {
    const { answer, calls } = answerIn(file);
    if (calls.some((at) => at >= calledAt)) return answer;
    await sleep(waitMs);
  }
  return answerIn(file).answer;
}

/** The last answer of the main agent, and when hooks were called at its end. */
function answerIn(file: string): { readonly answer: string; readonly calls: readonly number[] } {
  let answer = "";
  const calls: number[] = [];
  // A file that cannot be read is an answer without a word: the hook goes on.
  for (const { type, data, agentId } of readLineObjects(file, new Faults(), isWanted)) {
    const { content, hookType, input } = fieldsOf(data);
    if (agentId === undefined && type === "assistant.message") answer = textOf(content) || answer;
    const at = timeOf(fieldsOf(input).timestamp, Number.POSITIVE_INFINITY);
    if (hookType === "agentStop" && at !== undefined) calls.push(at);
  }
  return { answer, calls };
}

function isWanted(line: string): boolean {
  return /^\{"type":"(?:assistant\.message|hook\.start)"/.test(line);
}
