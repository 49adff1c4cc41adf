import { constants, copyFileSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { type OtherDatabase, openCopiedDatabase } from "../../verbs/open/open-copied-database.js";
import { type Fields, fieldsOf, idOf, textOf, timeOf } from "../transcripts/read-value.js";
import {
  type Entry,
  type Faults,
  type FindTranscripts,
  type Transcript,
  type TranscriptPlace,
  withTextBefore,
} from "../transcripts/transcript.js";
import { momentsOf } from "./moments-of.js";
import type { OpencodeCall } from "./payload.js";

/**
 * OpenCode keeps every session in one database. A copy of it is read, so that neither the database nor the
 * files that SQLite keeps beside it are touched. An agent that it starts is a session with a parent.
 */
export const opencodeTranscripts: FindTranscripts = async (place, faults) => {
  const { XDG_DATA_HOME: data } = place.env;
  const folder = join(data?.startsWith("/") ? data : join(place.home, ".local/share"), "opencode");
  const file = join(folder, "opencode.db");
  const copy = copied(file, place.scratch, faults);
  if (copy === undefined) return [];
  try {
    return transcriptsIn(await openCopiedDatabase(copy), file, place);
  } catch (error) {
    faults.refuse(file, error instanceof Error ? error.message : String(error));
    return [];
  }
};

/** A copy of a larger database would fill temporary folders. */
const databaseBytes = 8_589_934_592;

/** The copy of a database and of what is not yet written into it; undefined when there is none to read. */
function copied(file: string, scratch: string, faults: Faults): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > databaseBytes) {
    faults.refuse(file, stats.isFile() ? "it is too large to be copied" : "it is not a plain file");
    return undefined;
  }
  const copy = join(scratch, "opencode.db");
  for (const end of ["", "-wal"])
    if (lstatSync(file + end, { throwIfNoEntry: false })?.isFile())
      copyFileSync(file + end, copy + end, constants.COPYFILE_FICLONE);
  return copy;
}

interface SessionRow {
  readonly id: string;
  readonly parent_id: string | null;
  readonly directory: string;
  readonly agent: string | null;
  readonly time_created: number;
  readonly time_updated: number;
}

const sessionColumns = "id, parent_id, directory, agent, time_created, time_updated";

function transcriptsIn(
  database: OtherDatabase,
  file: string,
  { now }: TranscriptPlace,
): readonly Transcript[] {
  const rows = database.rows(`SELECT ${sessionColumns} FROM session ORDER BY time_created`);
  return (rows as readonly SessionRow[]).flatMap((row) => {
    const startedAt = timeOf(row.time_created, now);
    if (startedAt === undefined || textOf(row.directory) === "") return [];
    const run = idOf(row.id);
    const session = row.parent_id === null ? run : idOf(row.parent_id);
    const writtenAt = timeOf(row.time_updated, now) ?? startedAt;
    const entries = (faults: Faults) => entriesOf(database, row, now, faults);
    return [{ agent: "opencode", session, run, folder: row.directory, file, startedAt, writtenAt, entries }];
  });
}

const partsAtOnce = 200;

/** Ids sort by the time at which they were made. */
const partsAfter = `SELECT part.id AS id, part.data AS data, part.time_created AS at, message.data AS message
  FROM part JOIN message ON message.id = part.message_id
  WHERE part.session_id = ? AND part.id > ? ORDER BY part.id LIMIT ${partsAtOnce}`;

interface PartRow {
  readonly id: string;
  readonly data: string;
  readonly at: number;
  readonly message: string;
}

function* entriesOf(
  database: OtherDatabase,
  session: SessionRow,
  now: number,
  faults: Faults,
): Generator<Entry> {
  for (let last = ""; ; ) {
    const rows = database.rows(partsAfter, session.id, last) as readonly PartRow[];
    for (const row of rows) yield* entriesIn(row, session, now, faults);
    const end = rows.at(-1)?.id;
    if (rows.length < partsAtOnce || end === undefined) return;
    last = end;
  }
}

function* entriesIn(row: PartRow, session: SessionRow, now: number, faults: Faults): Generator<Entry> {
  const part = parsedFields(row.data);
  const at = timeOf(row.at, now);
  if (part === undefined || at === undefined) {
    faults.damagedLines += 1;
    return;
  }
  const written = Number(fieldsOf(part.tokens).output);
  if (part.type === "step-finish" && written > 0) yield { kind: "tokens", at, written };
  if (part.type === "step-finish" && part.reason === "stop" && session.parent_id === null)
    yield { kind: "answered", at };
  if (part.type === "tool") yield* callIn(part, at, session, now);
  const isPrompt = session.parent_id === null && parsedFields(row.message)?.role === "user";
  const text = part.type === "text" && part.synthetic !== true && isPrompt ? textOf(part.text) : "";
  if (text !== "") yield { kind: "prompt", at, text, typedBy: "unknown" };
}

function parsedFields(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function* callIn(part: Fields, at: number, session: SessionRow, now: number): Generator<Entry> {
  const state = fieldsOf(part.state);
  const { start, end } = fieldsOf(state.time);
  const call = callOf(part, state, session);
  const [moment] = call === undefined ? [] : momentsOf(call);
  if (moment?.kind !== "after-tool") return;
  const before = fieldsOf(state.metadata).exists === false ? "" : undefined;
  yield {
    kind: "call",
    at: timeOf(end, now) ?? at,
    startedAt: timeOf(start, now) ?? at,
    id: textOf(part.callID),
    moment: withTextBefore(moment, before),
  };
}

/** The call of the plugin that would have reported it. */
function callOf(part: Fields, state: Fields, session: SessionRow): OpencodeCall | undefined {
  const sessionID = idOf(session.id);
  const tool = textOf(part.tool).slice(0, 200) || "unknown";
  const named = { tool, sessionID, callID: textOf(part.callID) };
  const every = {
    directory: session.directory,
    ...(session.parent_id === null ? {} : { parent: idOf(session.parent_id) }),
    ...(session.agent === null ? {} : { agent: session.agent }),
  };
  const args = fieldsOf(state.input);
  if (state.status === "completed") {
    const { exit } = fieldsOf(state.metadata);
    const metadata = Number.isInteger(exit) ? { exit: Number(exit) } : {};
    const output = { output: textOf(state.output), metadata };
    return { ...every, hook: "tool.execute.after", input: { ...named, args }, output };
  }
  if (state.status !== "error") return undefined;
  const failed = { status: "error" as const, input: args, error: textOf(state.error) };
  const properties = { part: { type: "tool" as const, ...named, state: failed } };
  return { ...every, hook: "event", input: { type: "message.part.updated", properties } };
}
