import { join } from "node:path";
import { toolFamily } from "../../reading/tool-family.js";
import type { MomentOf, TypedBy } from "../moment.js";
import { findFiles, lookAtBeginning, writtenAt } from "../transcripts/find-files.js";
import { readLineObjects } from "../transcripts/json-lines.js";
import { type Fields, fieldsOf, idOf, listOf, textOf, textsOf, timeOf } from "../transcripts/read-value.js";
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
import { startedBy } from "./typed-by.js";

/** Codex writes one file per thread, below a folder for each day. An agent that it starts is a thread too. */
export const codexTranscripts: FindTranscripts = async (place, faults) => {
  const folder = place.env.CODEX_HOME || join(place.home, ".codex");
  const isRollout = (name: string) => /^rollout-.*\.jsonl$/.test(name);
  const files = ["sessions", "archived_sessions"].flatMap((below) =>
    findFiles(join(folder, below), 3, isRollout, faults),
  );
  return files.flatMap((file) => lookAtBeginning(faults, (found) => transcriptIn(file, place, found)));
};

const wantedTypes = ["session_meta", "response_item", "event_msg"].map((type) => `"type":"${type}"`);

function isWanted(line: string): boolean {
  const start = line.slice(0, 200);
  return !line.startsWith("{") || wantedTypes.some((type) => start.includes(type));
}

function transcriptIn(file: string, { now }: TranscriptPlace, faults: Faults): readonly Transcript[] {
  for (const line of readLineObjects(file, faults, isWanted)) {
    const meta = fieldsOf(line.payload);
    const startedAt = timeOf(meta.timestamp ?? line.timestamp, now);
    const folder = textOf(meta.cwd);
    if (line.type !== "session_meta" || startedAt === undefined || folder === "") continue;
    const run = idOf(meta.id);
    const spawn = fieldsOf(fieldsOf(fieldsOf(meta.source).subagent).thread_spawn);
    const session = textOf(spawn.parent_thread_id) === "" ? run : idOf(spawn.parent_thread_id);
    const typedBy = startedBy(meta.source);
    const entries = (found: Faults) => entriesOf(file, { session, run, folder, now, typedBy }, found);
    const common = { agent: "codex", session, run, folder, file, startedAt };
    return [{ ...common, writtenAt: writtenAt(file) ?? startedAt, entries }];
  }
  return [];
}

type Thread = Where & { readonly typedBy: TypedBy | undefined };

function* entriesOf(file: string, where: Thread, faults: Faults): Generator<Entry> {
  const begun = new Map<string, Begun<unknown>>();
  for (const line of readLineObjects(file, faults, isWanted)) {
    const at = timeOf(line.timestamp, where.now);
    const item = fieldsOf(line.payload);
    if (at === undefined) continue;
    if (line.type === "event_msg") yield* eventEntries(item, at, where);
    else if (textOf(item.type).endsWith("_call")) begun.set(textOf(item.call_id), begunCall(item, at));
    else if (textOf(item.type).endsWith("_call_output")) {
      const id = textOf(item.call_id);
      const call = begun.get(id);
      if (call === undefined) continue;
      begun.delete(id);
      yield { kind: "call", at, startedAt: call.at, id, moment: momentOf(call, id, item.output, where) };
    }
  }
}

function* eventEntries(item: Fields, at: number, { typedBy, run, session }: Thread): Generator<Entry> {
  const done = fieldsOf(item.item);
  const text = item.type === "user_message" ? textOf(item.message) : "";
  const prompt = done.type === "UserMessage" ? textsOf(done.content) : text;
  if (prompt !== "") yield { kind: "prompt", at, text: prompt, typedBy };
  const written = Number(fieldsOf(fieldsOf(item.info).last_token_usage).output_tokens);
  if (item.type === "token_count" && written > 0) yield { kind: "tokens", at, written };
  if (item.type === "task_complete" && run === session) yield { kind: "answered", at };
}

/** A call of a function has its arguments as JSON, a patch as text, a shell of old versions as an action. */
function begunCall({ name, arguments: args, input, action }: Fields, at: number): Begun<unknown> {
  return {
    at,
    name: textOf(name) || "shell",
    input: action ?? (args === undefined ? input : parsedOrSame(args)),
  };
}

function parsedOrSame(text: unknown): unknown {
  try {
    return JSON.parse(textOf(text));
  } catch {
    return text;
  }
}

/** As the hook of Codex reports it, with the exit code, which only the rollout has. */
function momentOf(
  { name, input }: Begun<unknown>,
  id: string,
  answer: unknown,
  where: Where,
): MomentOf<"after-tool"> {
  const command = toolFamily(name) === "shell" ? commandIn(fieldsOf(input)) : undefined;
  const patch = typeof input === "string" ? { input } : input;
  const { output, exitCode } = readOutput(answer);
  const [moment] = momentsOf({
    hook_event_name: "PostToolUse",
    session_id: where.session,
    cwd: textOf(fieldsOf(input).workdir) || where.folder,
    ...(where.run === where.session ? {} : { agent_id: where.run }),
    tool_name: command === undefined ? name.slice(0, 200) : "Bash",
    tool_input: command === undefined ? patch : { command },
    tool_use_id: id,
    tool_response: output,
  });
  if (moment?.kind !== "after-tool") throw new TypeError("a finished call is one moment");
  return exitCode === undefined ? moment : { ...moment, facts: { exitCode } };
}

/** `["bash", "-lc", "npm test"]` in older versions. */
function commandIn({ cmd, command }: Fields): string | undefined {
  if (typeof cmd === "string") return cmd;
  if (typeof command === "string") return command;
  const words = listOf(command).map(textOf);
  return words.length === 0 ? undefined : /^-\w*c$/.test(words[1] ?? "") ? words[2] : words.join(" ");
}

const head =
  /^(?:(?:Chunk ID|Wall time|Process exited with code|Exit code|Original token count|Total output lines)[^\n]{0,200}\n){1,8}Output:\n/;

/** What a program printed, below the lines that Codex puts before it, and its exit code. */
function readOutput(answer: unknown): { readonly output: string; readonly exitCode: number | undefined } {
  const told = typeof answer === "string" ? answer : textsOf(fieldsOf(answer).content ?? answer);
  const boxed = told.startsWith('{"output":') ? fieldsOf(parsedOrSame(told)) : {};
  if (typeof boxed.output === "string")
    return { output: boxed.output, exitCode: integerIn(fieldsOf(boxed.metadata).exit_code) };
  let output = told;
  let exitCode: number | undefined;
  for (let found = head.exec(output); found !== null; found = head.exec(output)) {
    exitCode = integerIn(/(?:exited with code|Exit code:) (-?\d{1,6})/.exec(found[0])?.[1]) ?? exitCode;
    output = output.slice(found[0].length);
  }
  return { output, exitCode };
}

function integerIn(value: unknown): number | undefined {
  const code = value === undefined ? Number.NaN : Number(value);
  return Number.isInteger(code) ? code : undefined;
}
