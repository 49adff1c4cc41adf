import { randomUUID } from "node:crypto";
import { type ErrorEntry, formatErrorContext } from "../engines/errors/error-context.js";
import { type ErrorStats, errorStats } from "../engines/errors/error-stats.js";
import { WhetstoneError } from "../errors.js";
import { isoTime } from "../events/time.js";
import type { ErrorStorage } from "./error-storage.js";
import type { ProjectHandle } from "./project-handle.js";

/** What an accumulator is told of an error; the id and the time come from where it is kept. */
type NewError = Omit<ErrorEntry, "id" | "timestamp" | "resolved">;

/** Where an accumulator keeps its errors. */
export interface ErrorJournal {
  record(error: NewError): Promise<ErrorEntry>;
  resolve(id: string): Promise<void>;
  context(beadId: string, includeResolved: boolean): Promise<string>;
  stats(beadId: string): Promise<ErrorStats>;
  close(): Promise<void>;
}

/** In a project's log, through its verbs and its view of each task's errors. */
export function projectJournal(handle: ProjectHandle): ErrorJournal {
  return {
    record: async (error) => {
      const ws = await handle.get();
      const { bead_id: task, error_type: errorType, message, context } = error;
      const about = { stackTrace: error.stack_trace, toolName: error.tool_name, context };
      const recorded = await ws.errors.record({ task, errorType, message, ...about });
      const entry = (await ws.errors.list(task)).errors.find(({ id }) => id === recorded.error);
      if (entry === undefined) throw notReadBack(recorded.error);
      return { ...entry, ...(error.stack_trace === undefined ? {} : { stack_trace: error.stack_trace }) };
    },
    resolve: async (id) => {
      await (await handle.get()).errors.resolve(id);
    },
    context: async (beadId, includeResolved) => (await handle.get()).errors.context(beadId, includeResolved),
    stats: async (beadId) => (await handle.get()).errors.stats(beadId),
    close: () => handle.close(),
  };
}

/** In a storage of the caller's own, which the caller closes. */
export function storageJournal(storage: ErrorStorage): ErrorJournal {
  return {
    record: async (error) => {
      const entry = { ...error, id: randomUUID(), timestamp: isoTime(Date.now()), resolved: false };
      await storage.store(entry);
      return entry;
    },
    resolve: (id) => storage.markResolved(id),
    context: async (beadId, includeResolved) =>
      formatErrorContext(
        await (includeResolved ? storage.getByBead(beadId) : storage.getUnresolvedByBead(beadId)),
      ),
    stats: async (beadId) => errorStats(await storage.getByBead(beadId)),
    close: async () => undefined,
  };
}

function notReadBack(id: string): WhetstoneError {
  return new WhetstoneError(
    "internal",
    `the error ${id} was recorded and is not among the newest of its task`,
    {
      next: "it is in the log: 'whetstone explain' shows it",
      values: { error: id },
    },
  );
}
