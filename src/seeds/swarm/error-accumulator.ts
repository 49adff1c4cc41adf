import { randomUUID } from "node:crypto";
import { WhetstoneError } from "../../base/errors.js";
import { isoTime } from "../../log/events/time.js";
import {
  type ErrorEntry,
  type ErrorStats,
  errorStats,
  formatErrorContext,
} from "../../runs/errors/error-context.js";
import type { ErrorType } from "../../runs/errors/error-type.js";
import type { ErrorStorage } from "./error-storage.js";
import { type ProjectHandle, type ProjectSource, projectHandle } from "./project.js";

/** What is known of an error besides its message. */
export interface ErrorOptions {
  readonly stack_trace?: string | undefined;
  readonly tool_name?: string | undefined;
  /** What was being done when it happened. */
  readonly context?: string | undefined;
}

/** The errors of tasks, for retry prompts and for the error count of an outcome. */
export class ErrorAccumulator {
  readonly #journal: ErrorJournal;

  /** Without a source: the project around the current folder, opened at the first call. */
  constructor(source: ProjectSource | ErrorStorage = {}) {
    this.#journal = "markResolved" in source ? storageJournal(source) : projectJournal(projectHandle(source));
  }

  recordError(
    beadId: string,
    errorType: ErrorType,
    message: string,
    { stack_trace, tool_name, context }: ErrorOptions = {},
  ): Promise<ErrorEntry> {
    return this.#journal.record({
      bead_id: beadId,
      error_type: errorType,
      message,
      ...(stack_trace === undefined ? {} : { stack_trace }),
      ...(tool_name === undefined ? {} : { tool_name }),
      ...(context === undefined ? {} : { context }),
    });
  }

  /** It still happened: it leaves the retry prompt, and the total stays. */
  resolveError(id: string): Promise<void> {
    return this.#journal.resolve(id);
  }

  /** The block for a retry prompt; empty without errors. */
  getErrorContext(beadId: string, includeResolved = false): Promise<string> {
    return this.#journal.context(beadId, includeResolved);
  }

  /** `total` is the error count of the task's outcome. */
  getErrorStats(beadId: string): Promise<ErrorStats> {
    return this.#journal.stats(beadId);
  }

  /** Closes the project if this object opened it. */
  close(): Promise<void> {
    return this.#journal.close();
  }
}

/** What a caller reports about an error; the id and the time come from where it is kept. */
type NewError = Omit<ErrorEntry, "id" | "timestamp" | "resolved">;

/** Where an accumulator keeps its errors. */
interface ErrorJournal {
  record(error: NewError): Promise<ErrorEntry>;
  resolve(id: string): Promise<void>;
  context(beadId: string, includeResolved: boolean): Promise<string>;
  stats(beadId: string): Promise<ErrorStats>;
  close(): Promise<void>;
}

/** In a project's log, through its verbs and its view of each task's errors. */
function projectJournal(handle: ProjectHandle): ErrorJournal {
  return {
    record: async (error) => {
      const ws = await handle.get();
      const { bead_id: task, error_type: errorType, message, context } = error;
      const about = { stackTrace: error.stack_trace, toolName: error.tool_name, context };
      const recorded = await ws.errors.record({ taskId: task, errorType, message, ...about });
      const entry = (await ws.errors.list({ taskId: task })).errors.find(({ id }) => id === recorded.error);
      if (entry === undefined) throw notReadBack(recorded.error);
      return { ...entry, ...(error.stack_trace === undefined ? {} : { stack_trace: error.stack_trace }) };
    },
    resolve: async (id) => {
      await (await handle.get()).errors.resolve({ error: id });
    },
    context: async (beadId, includeResolved) => {
      const { text } = await (await handle.get()).errors.context({ taskId: beadId, includeResolved });
      return text;
    },
    stats: async (beadId) => (await handle.get()).errors.stats({ taskId: beadId }),
    close: () => handle.close(),
  };
}

/** In a storage of the caller's own, which the caller closes. */
function storageJournal(storage: ErrorStorage): ErrorJournal {
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
