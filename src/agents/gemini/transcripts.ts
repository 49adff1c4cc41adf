import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { readForeign } from "../../base/files/read-foreign.js";
import type { MomentOf } from "../moment.js";
import { findFiles, lookAtBeginning, writtenAt } from "../transcripts/find-files.js";
import { readLineObjects } from "../transcripts/json-lines.js";
import { type Fields, fieldsOf, idOf, listOf, textOf, textsOf, timeOf } from "../transcripts/read-value.js";
import {
  type Entry,
  type Faults,
  type FindTranscripts,
  type Transcript,
  type TranscriptPlace,
  type Where,
  withTextBefore,
} from "../transcripts/transcript.js";
import { typistOf } from "./host.js";
import { momentsOf } from "./moments-of.js";

/**
 * Gemini CLI writes one file per session below `tmp/<project>/chats/`: JSON lines, one JSON document in older
 * versions. The project's folder stands in a file beside `chats`; older versions name the project by the hash
 * of its folder.
 */
export const geminiTranscripts: FindTranscripts = async (place, faults) => {
  const folder = join(place.env.GEMINI_CLI_HOME || place.home, ".gemini");
  const isChat = (name: string) => /^session-.*\.jsonl?$/.test(name);
  const folders = foldersByHash(folder);
  const files = findFiles(join(folder, "tmp"), 4, isChat, faults);
  return files.flatMap((file) =>
    lookAtBeginning(faults, (found) => transcriptIn(file, folders, place, found)),
  );
};

/** A document of an older version has to be read whole. */
const documentBytes = 67_108_864;
const pathBytes = 65_536;

function smallText(file: string, maxBytes = pathBytes): string {
  const read = readForeign(file, { maxBytes, refuseLinks: true });
  return "bytes" in read ? read.bytes.toString("utf8") : "";
}

/** The folders that Gemini CLI knows, by the hash that its older versions used. */
function foldersByHash(folder: string): ReadonlyMap<string, string> {
  const known = Object.keys(
    fieldsOf(fieldsOf(parsedJson(smallText(join(folder, "projects.json")))).projects),
  );
  return new Map(known.map((path) => [createHash("sha256").update(path).digest("hex"), path]));
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function transcriptIn(
  file: string,
  folders: ReadonlyMap<string, string>,
  { now }: TranscriptPlace,
  faults: Faults,
): readonly Transcript[] {
  const parent = projectFolder(file);
  const folder = smallText(join(parent, ".project_root")).trim() || (folders.get(basename(parent)) ?? "");
  for (const header of recordsIn(file, faults)) {
    const startedAt = timeOf(header.startTime, now);
    if (startedAt === undefined || textOf(header.sessionId) === "") continue;
    if (folder === "") {
      faults.refuse(file, "it does not say which folder it is about");
      return [];
    }
    const run = idOf(header.sessionId);
    const inside = basename(dirname(file));
    const session = header.kind === "main" || inside === "chats" ? run : idOf(inside);
    const entries = (found: Faults) => entriesOf(file, { session, run, folder, now }, found);
    const common = { agent: "gemini", session, run, folder, file, startedAt };
    return [{ ...common, writtenAt: writtenAt(file) ?? startedAt, entries }];
  }
  return [];
}

/** The folder above `chats`. */
function projectFolder(file: string): string {
  const above = dirname(dirname(file));
  return basename(dirname(file)) === "chats" ? above : dirname(above);
}

/** The lines, or one document as its header and its messages. */
function* recordsIn(file: string, faults: Faults): Generator<Fields> {
  if (file.endsWith(".jsonl")) {
    yield* readLineObjects(file, faults);
    return;
  }
  const read = readForeign(file, { maxBytes: documentBytes, refuseLinks: true, withinMs: 30_000 });
  const whole = "bytes" in read ? parsedJson(read.bytes.toString("utf8")) : undefined;
  if (whole === undefined) faults.refuse(file, "fault" in read ? read.fault : "it is damaged");
  yield fieldsOf(whole);
  yield* listOf(fieldsOf(whole).messages).map(fieldsOf);
}

/** A message is written again when its calls are done: each call and each count of tokens is taken once. */
function* entriesOf(file: string, where: Where, faults: Faults): Generator<Entry> {
  const seen = new Set<string>();
  const first = (id: string) => id !== "" && !seen.has(id) && seen.add(id) !== undefined;
  /** When the model last answered without a call; what it goes on with takes that back. */
  let answeredAt: number | undefined;
  for (const line of recordsIn(file, faults)) {
    const at = timeOf(line.timestamp, where.now);
    if (at === undefined) continue;
    const written = Number(fieldsOf(line.tokens).output);
    if (written > 0 && first(`tokens ${textOf(line.id)}`)) yield { kind: "tokens", at, written };
    for (const call of listOf(line.toolCalls).map(fieldsOf)) {
      const end = timeOf(call.timestamp, where.now) ?? at;
      const id = textOf(call.id);
      if (!isDone(call) || !first(`call ${id}`)) continue;
      yield { kind: "call", at: end, startedAt: at, id, moment: momentOf(call, end, where) };
    }
    if (line.type === "gemini") answeredAt = isAnswer(line) ? at : undefined;
    const text = line.type === "user" ? textsOf(line.content) : "";
    if (text === "" || text.startsWith("<session_context>")) continue;
    if (answeredAt !== undefined && where.run === where.session) yield { kind: "answered", at: answeredAt };
    answeredAt = undefined;
    yield { kind: "prompt", at, text, typedBy: typistOf(text) };
  }
  if (answeredAt !== undefined && where.run === where.session) yield { kind: "answered", at: answeredAt };
}

function isAnswer({ content, toolCalls }: Fields): boolean {
  return listOf(toolCalls).length === 0 && textsOf(content).trim() !== "";
}

function isDone({ status, result }: Fields): boolean {
  return ["success", "error", "cancelled"].includes(textOf(status)) && result !== undefined;
}

function momentOf(call: Fields, at: number, { session, run, folder }: Where): MomentOf<"after-tool"> {
  const response = fieldsOf(fieldsOf(fieldsOf(listOf(call.result)[0]).functionResponse).response);
  const error = textOf(response.error);
  const [moment] = momentsOf({
    hook_event_name: "AfterTool",
    session_id: session,
    cwd: folder,
    timestamp: new Date(at).toISOString(),
    tool_name: textOf(call.name).slice(0, 200) || "unknown",
    tool_input: fieldsOf(call.args),
    tool_response: {
      llmContent: response.output,
      returnDisplay: call.resultDisplay,
      ...(error === "" ? {} : { error: { message: error } }),
    },
  });
  if (moment?.kind !== "after-tool") throw new TypeError("a finished call is one moment");
  const { isNewFile, originalContent } = fieldsOf(call.resultDisplay);
  const before = isNewFile === true ? "" : textOf(originalContent) || undefined;
  const own = { ...withTextBefore(moment, before), run };
  return call.status === "cancelled" ? { ...own, facts: { interrupted: true } } : own;
}
