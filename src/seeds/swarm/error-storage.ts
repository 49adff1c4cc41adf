import type { EventOf } from "../../log/events/catalog.js";
import type { ErrorEntry } from "../../runs/errors/error-context.js";
import { momentIso } from "../../runs/outcomes/moment.js";
import type { Whetstone } from "../../verbs/open/whetstone.js";
import type { ReadableProject } from "./project.js";
import { readEvents } from "./read-events.js";

/** Where errors are kept for retry prompts. */
export interface ErrorStorage {
  store(entry: ErrorEntry): Promise<void>;
  getByBead(beadId: string): Promise<ErrorEntry[]>;
  getUnresolvedByBead(beadId: string): Promise<ErrorEntry[]>;
  markResolved(id: string): Promise<void>;
  getAll(): Promise<ErrorEntry[]>;
}

/**
 * The project's log as error storage. The log gives each error an id of its own, and reading answers with
 * that one; this object also knows what it stored by the caller's id. Each read goes through the whole log.
 */
export function errorStorage(ws: Whetstone): ErrorStorage {
  const loggedAs = new Map<string, string>();
  const all = () => readErrors(ws);
  const ofBead = async (beadId: string) => (await all()).filter((entry) => entry.bead_id === beadId);
  const markResolved = async (id: string) => {
    await ws.errors.resolve({ error: loggedAs.get(id) ?? id });
  };
  return {
    store: async (entry) => {
      if (!loggedAs.has(entry.id) && !(await isLogged(ws, entry)))
        loggedAs.set(entry.id, await append(ws, entry));
      if (entry.resolved) await markResolved(entry.id);
    },
    getByBead: ofBead,
    getUnresolvedByBead: async (beadId) => (await ofBead(beadId)).filter((entry) => !entry.resolved),
    markResolved,
    getAll: all,
  };
}

/** What came out of the log goes in again without becoming a second error. */
async function isLogged(ws: Whetstone, { id, bead_id }: ErrorEntry): Promise<boolean> {
  return (await ws.errors.list({ taskId: bead_id })).errors.some((known) => known.id === id);
}

async function append(ws: Whetstone, entry: ErrorEntry): Promise<string> {
  const { error } = await ws.errors.record({
    taskId: entry.bead_id,
    errorType: entry.error_type,
    message: entry.message,
    stackTrace: entry.stack_trace,
    toolName: entry.tool_name,
    context: entry.context,
    at: momentIso("timestamp", entry.timestamp),
  });
  return error;
}

/**
 * Every error that was ever recorded, oldest first, with its stack; the view keeps the newest of each task,
 * without.
 */
async function readErrors(project: Pick<ReadableProject, "export">): Promise<ErrorEntry[]> {
  const entries = new Map<string, ErrorEntry>();
  for await (const event of readEvents(project.export(), ["error-recorded", "error-resolved"])) {
    if (event.type === "error-recorded") entries.set(event.id, entryOf(event));
    else resolve(entries, event.data.error);
  }
  return [...entries.values()];
}

function resolve(entries: Map<string, ErrorEntry>, id: string): void {
  const entry = entries.get(id);
  if (entry !== undefined) entries.set(id, { ...entry, resolved: true });
}

function entryOf({ id, task, at, data }: EventOf<"error-recorded">): ErrorEntry {
  return {
    id,
    bead_id: task ?? "",
    error_type: data.errorType,
    message: data.message,
    timestamp: at,
    resolved: false,
    ...(data.stackTrace === undefined ? {} : { stack_trace: data.stackTrace }),
    ...(data.toolName === undefined ? {} : { tool_name: data.toolName }),
    ...(data.context === undefined ? {} : { context: data.context }),
  };
}
