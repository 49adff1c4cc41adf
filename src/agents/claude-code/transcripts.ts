import { join, sep } from "node:path";
import type { MomentOf } from "../moment.js";
import { findFiles, lookAtBeginning, writtenAt } from "../transcripts/find-files.js";
import { readLineObjects } from "../transcripts/json-lines.js";
import { type Fields, fieldsOf, idOf, listOf, textOf, textsOf, timeOf } from "../transcripts/read-value.js";
import {
  type Begun,
  type Entry,
  type Faults,
  type FindTranscripts,
  type Transcript,
  type TranscriptPlace,
  type Where,
  withTextBefore,
} from "../transcripts/transcript.js";
import { momentsOf } from "./moments-of.js";
import type { ClaudeEvent } from "./payload.js";
import { startedBy } from "./typed-by.js";

/**
 * Claude Code writes one file per session below `projects/`, and one for each agent that it started in a
 * folder named after the session. Older versions wrote the agents' lines into the session's file.
 */
export const claudeCodeTranscripts: FindTranscripts = async (place, faults) => {
  const folder = place.env.CLAUDE_CONFIG_DIR || join(place.home, ".claude");
  const files = findFiles(join(folder, "projects"), 3, (name) => name.endsWith(".jsonl"), faults);
  return files.flatMap((file) => lookAtBeginning(faults, (found) => transcriptIn(file, place, found)));
};

/** The lines that are read: the others hold the model's requests, pictures of the screen and settings. */
function isWanted(line: string): boolean {
  return line.includes('"type":"user"') || line.includes('"type":"assistant"') || !line.startsWith("{");
}

function transcriptIn(file: string, { now }: TranscriptPlace, faults: Faults): readonly Transcript[] {
  for (const line of readLineObjects(file, faults, isWanted)) {
    const startedAt = timeOf(line.timestamp, now);
    const folder = textOf(line.cwd);
    if (startedAt === undefined || folder === "" || textOf(line.sessionId) === "") continue;
    const session = idOf(line.sessionId);
    const isAgent = file.includes(`${sep}subagents${sep}`) && textOf(line.agentId) !== "";
    const run = isAgent ? idOf(line.agentId) : session;
    const entries = (found: Faults) => entriesOf(file, { session, run, folder, now }, found);
    const common = { agent: "claude-code", session, run, folder, file, startedAt };
    return [{ ...common, writtenAt: writtenAt(file) ?? startedAt, entries }];
  }
  return [];
}

/** A call with the folder and the branch that the agent was in when it began. */
interface BegunThere extends Begun<Fields> {
  readonly folder: string;
  readonly branch: string | undefined;
}

function* entriesOf(file: string, where: Where, faults: Faults): Generator<Entry> {
  const begun = new Map<string, BegunThere>();
  let counted = "";
  for (const line of readLineObjects(file, faults, isWanted)) {
    const at = timeOf(line.timestamp, where.now);
    const message = fieldsOf(line.message);
    if (at === undefined) continue;
    if (line.type === "assistant") {
      noteBegun(begun, message, { at, folder: textOf(line.cwd) || where.folder, branch: branchIn(line) });
      // A message has one line for each of its parts, and each says what the whole cost.
      const written = Number(fieldsOf(message.usage).output_tokens);
      if (written > 0 && counted !== message.id) yield { kind: "tokens", at, written };
      counted = textOf(message.id);
      const isOwn = line.isSidechain !== true && where.run === where.session;
      if (isOwn && message.stop_reason === "end_turn") yield { kind: "answered", at };
    } else if (line.type === "user") yield* answersIn(line, at, begun, where);
  }
}

function noteBegun(
  begun: Map<string, BegunThere>,
  { content }: Fields,
  there: Pick<BegunThere, "at" | "folder" | "branch">,
): void {
  for (const part of listOf(content).map(fieldsOf))
    if (part.type === "tool_use")
      begun.set(textOf(part.id), { ...there, name: textOf(part.name), input: fieldsOf(part.input) });
}

function branchIn({ gitBranch }: Fields): string | undefined {
  const branch = textOf(gitBranch);
  return branch === "" || branch === "HEAD" ? undefined : branch;
}

function* answersIn(
  line: Fields,
  at: number,
  begun: Map<string, BegunThere>,
  where: Where,
): Generator<Entry> {
  const { content } = fieldsOf(line.message);
  for (const part of listOf(content).map(fieldsOf)) {
    const id = textOf(part.tool_use_id);
    const call = begun.get(id);
    if (part.type !== "tool_result" || call === undefined) continue;
    begun.delete(id);
    const run = line.isSidechain === true && where.run === where.session ? sideRun(line, where) : where.run;
    const { folder, branch } = call;
    for (const moment of momentsOf(hookEvent(line, part, { ...call, id }, { ...where, run, folder })))
      if (moment.kind === "after-tool")
        yield { kind: "call", at, startedAt: call.at, id, moment: toldIn(line, moment), branch };
  }
  const text = textsOf(content);
  if (text !== "" && isPrompt(line, text))
    yield { kind: "prompt", at, text, typedBy: startedBy(line.entrypoint) };
}

function sideRun({ agentId }: Fields, { session }: Where): string {
  return agentId === undefined ? `${session}-side` : idOf(agentId);
}

/** The event that the hooks of Claude Code would have been called with. */
function hookEvent(
  { toolUseResult, isSidechain }: Fields,
  part: Fields,
  { id, name, input }: Begun<Fields> & { readonly id: string },
  { session, run, folder }: Where,
): ClaudeEvent {
  const agent = isSidechain === true ? { agent_id: run } : {};
  const call = {
    session_id: session,
    cwd: folder,
    ...agent,
    tool_name: name.slice(0, 200) || "unknown",
    tool_input: input,
    tool_use_id: id,
  };
  if (part.is_error !== true)
    return { ...call, hook_event_name: "PostToolUse", tool_response: toolUseResult ?? part.content };
  const error = textsOf(part.content);
  if (!error.startsWith("<tool_use_error>")) return { ...call, hook_event_name: "PostToolUseFailure", error };
  return { ...call, hook_event_name: "PostToolBatch", tool_calls: [{ ...call, tool_response: error }] };
}

function toldIn(line: Fields, moment: MomentOf<"after-tool">): MomentOf<"after-tool"> {
  const { type, originalFile } = fieldsOf(line.toolUseResult);
  const before = type === "create" ? "" : typeof originalFile === "string" ? originalFile : undefined;
  return withTextBefore(withRefusal(moment, line), before);
}

/** The hooks are not called for a refused call: only the transcript says who refused it. */
function withRefusal(moment: MomentOf<"after-tool">, line: Fields): MomentOf<"after-tool"> {
  const { decision, source } = fieldsOf(line.permissionDecision);
  if (decision !== "reject" && line.toolDenialKind === undefined) return moment;
  const byRule = source !== undefined && !textOf(source).startsWith("user");
  return { ...moment, facts: byRule ? { hookBlocked: true } : { rejected: true } };
}

/** Claude Code writes notices, the output of its own commands and reminders as messages of the user too. */
const written =
  /^\s*(?:<(?:task-notification|command-|local-command-|bash-|system-reminder)|\[Request interr|Caveat: )/;

function isPrompt({ isMeta, isSidechain, isCompactSummary, origin }: Fields, text: string): boolean {
  if (isMeta === true || isSidechain === true || isCompactSummary === true) return false;
  return fieldsOf(origin).kind !== "task-notification" && !written.test(text);
}
