import { gunzipSync } from "node:zlib";
import { WhetstoneError } from "../../base/errors.js";

/**
 * Recorded sessions as lines of JSON, in the order of their times: what people asked, and every tool call with
 * its result. `side`: in a sub-agent.
 */
export type SessionEntry = RecordedPrompt | RecordedCall;

interface InSession {
  readonly session: string;
  /** ISO 8601. */
  readonly ts: string;
  readonly side?: number | boolean | undefined;
}

interface RecordedPrompt extends InSession {
  readonly kind: "prompt";
  readonly text: string;
}

interface RecordedCall extends InSession {
  readonly kind: "call";
  readonly id: string;
  readonly end?: string | undefined;
  readonly tool: string;
  readonly input: string | Readonly<Record<string, unknown>>;
  readonly is_error?: number | boolean | undefined;
  readonly output: string;
}

/** The entries of a session file, packed or not. Throws an error that names the first line that is not one. */
export function readSessionFile(bytes: Buffer, name: string): readonly SessionEntry[] {
  const entries = unpacked(bytes, name)
    .split("\n")
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== "")
    .map(({ text, line }) => entryIn(text, `${name}, line ${line}`));
  if (entries.length > 0) return entries;
  throw unfit(`there is no session in ${name}`);
}

function unpacked(bytes: Buffer, name: string): string {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.toString("utf8");
  try {
    return gunzipSync(bytes).toString("utf8");
  } catch {
    throw unfit(`${name} is packed and cannot be unpacked`);
  }
}

function entryIn(text: string, where: string): SessionEntry {
  const value = parsedObject(text, where);
  const isText = (name: string) => typeof value[name] === "string";
  const needed = (names: readonly string[]) => {
    const missing = names.find((name) => !isText(name));
    if (missing !== undefined) throw unfit(`${where}: '${missing}' is needed, a text`);
  };
  needed(["session", "ts"]);
  if (Number.isNaN(Date.parse(String(value.ts)))) throw unfit(`${where}: 'ts' is not a time`);
  if (value.kind === "prompt") needed(["text"]);
  else if (value.kind === "call") needed(["id", "tool", "output"]);
  else throw unfit(`${where}: 'kind' is neither prompt nor call`);
  if (value.kind === "call" && !isText("input") && Object(value.input) !== value.input)
    throw unfit(`${where}: 'input' is needed, a text or an object`);
  return value as unknown as SessionEntry;
}

function parsedObject(text: string, where: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    throw unfit(`${where} is not JSON`);
  }
  throw unfit(`${where} is not an object`);
}

function unfit(message: string): WhetstoneError {
  return new WhetstoneError("invalid_input", message, {
    field: "sessions",
    next: "see docs/reference/evidence.md for the form of a session file",
  });
}

/** How the agent begins the answer to a call that it did not take. */
const refusedInput = "<tool_use_error>";

/** The payloads with which Claude Code would have reported an entry, in their order. */
export function payloadsOf(entry: SessionEntry, cwd: string): readonly Payload[] {
  const { session, side } = entry;
  const agent = side ? { agent_id: `${session}-side`, agent_type: "general-purpose" } : {};
  const every = { session_id: session, cwd, ...agent };
  if (entry.kind === "prompt")
    return side ? [] : [{ ...every, hook_event_name: "UserPromptSubmit", prompt: entry.text }];
  const input = typeof entry.input === "string" ? { command: entry.input } : entry.input;
  const call = { tool_name: entry.tool, tool_input: input, tool_use_id: entry.id };
  if (entry.is_error && entry.output.startsWith(refusedInput)) {
    const batch = [{ ...call, tool_response: entry.output }];
    return [{ ...every, hook_event_name: "PostToolBatch", tool_calls: batch }];
  }
  const after = entry.is_error
    ? { hook_event_name: "PostToolUseFailure", error: entry.output }
    : { hook_event_name: "PostToolUse", tool_response: { stdout: entry.output, stderr: "" } };
  return [
    { ...every, ...call, hook_event_name: "PreToolUse" },
    { ...every, ...call, ...after },
  ];
}

export interface Payload {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}
