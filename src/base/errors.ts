/** Every way a call can fail. Callers match the code, never the message. */
export const errorCodes = [
  /** The caller's input does not match the schema; `field` names the place. */
  "invalid_input",
  /** A setting has a wrong key or value; `field` names it. */
  "invalid_config",
  /** The command line does not parse. */
  "invalid_usage",
  /** No lesson, event or file has that id or name. */
  "not_found",
  /** The caller sent no valid token, or calls from an origin that is not allowed. */
  "not_allowed",
  /** The request is larger than the server accepts. */
  "too_large",
  /** Other writers held the store longer than the configured wait. Nothing was written. */
  "busy",
  /** The server of the store does not answer. What was acknowledged before is safe. */
  "unreachable",
  /** The disk is full. Nothing was written. */
  "disk_full",
  /** The folder or file cannot be written by this user. */
  "not_writable",
  /** The database is damaged. Nothing more is written to it. */
  "corrupt",
  /**
   * The database was replaced or deleted while this call wrote to it. What it wrote is not in the one that is
   * there now.
   */
  "replaced",
  /** A newer version wrote this database, event or export; this version must not change it. */
  "newer_format",
  /** A build before the first release wrote this database or export, or speaks for this machine or hub. */
  "older_format",
  /** A native module has no binary for this platform. */
  "native_module_missing",
  /**
   * A language model did not answer: its package, key or program is missing, it failed, or it took too long.
   */
  "model_unavailable",
  /** The handle was closed before the call. */
  "closed",
  /** A bug in Whetstone. */
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface ErrorFacts {
  /** The input field or setting at fault, as a dotted path. */
  readonly field?: string;
  /** The next step for the person or program that called. */
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

/** Native libraries append stack traces and advice to their messages; people need only the first line. */
export function firstLineOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}
