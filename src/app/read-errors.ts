import type { ErrorEntry } from "../engines/errors/error-context.js";
import type { EventOf } from "../events/catalog.js";
import { readEvents } from "./read-events.js";
import type { ReadableProject } from "./readable-project.js";

/**
 * Every error that was ever recorded, oldest first, with its stack; the view keeps the newest of each task,
 * without.
 */
export async function readErrors(project: Pick<ReadableProject, "export">): Promise<ErrorEntry[]> {
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
