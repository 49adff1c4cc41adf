import type { ErrorEntry } from "../engines/errors/error-context.js";
import type { ErrorStats } from "../engines/errors/error-stats.js";
import type { ErrorType } from "../engines/errors/error-type.js";
import { type ErrorJournal, projectJournal, storageJournal } from "./error-journal.js";
import type { ErrorStorage } from "./error-storage.js";
import { type ProjectSource, projectHandle } from "./project-handle.js";

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

  /** The block for a retry prompt; empty when there is nothing to say. */
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
