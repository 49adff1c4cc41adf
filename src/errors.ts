/** Every way a call can fail. Callers match the code, never the message. */
export const errorCodes = [
  /** The caller's input does not fit the schema; `field` names the place. */
  "invalid_input",
  /** A setting has a wrong key or value; `field` names it. */
  "invalid_config",
  /** The command line does not parse. */
  "invalid_usage",
  /** No lesson, event or file has that id or name. */
  "not_found",
  /** The caller did not show the token, or comes from a place that may not call. */
  "not_allowed",
  /** The request is larger than the server takes. */
  "too_large",
  /** Other writers held the store for longer than the configured wait. Nothing was written. */
  "busy",
  /** The disk is full. Nothing was written. */
  "disk_full",
  /** The folder or file cannot be written by this user. */
  "not_writable",
  /** The database is damaged. Nothing more is written to it. */
  "corrupt",
  /** A newer program wrote this database, event or export; this one must not touch it. */
  "newer_format",
  /** A native module has no binary for this platform. */
  "native_module_missing",
  /**
   * A language model gave no answer: it, its package, its key or its program is missing, or it failed or took
   * too long.
   */
  "model_unavailable",
  /** The handle was closed before the call. */
  "closed",
  /** A defect of ours. */
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorFacts {
  /** The input field or setting at fault, as a dotted path. */
  readonly field?: string;
  /** What the person or program can do now. */
  readonly next?: string;
  /** The values involved, for machines. */
  readonly values?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The one error class of the product: a code to match, a message to read, and the next step. */
export class WhetstoneError extends Error {
  override readonly name = "WhetstoneError";
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly next: string | undefined;
  readonly values: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.field = facts.field;
    this.next = facts.next;
    this.values = facts.values ?? {};
  }

  toJSON(): Record<string, unknown> {
    return {
      code: this.code,
      message: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.next === undefined ? {} : { next: this.next }),
      ...(Object.keys(this.values).length === 0 ? {} : { values: this.values }),
    };
  }
}
