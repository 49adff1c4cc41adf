import { WhetstoneError } from "../../../base/errors.js";
import { diskFull, fileError, notWritable } from "../../../base/files/file-error.js";

/** SQLite's primary result codes that mean something to a caller. */
const codes = {
  error: 1,
  perm: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/**
 * Turns an error of the driver or file system into a `WhetstoneError`. Unknown errors pass through unchanged.
 */
export function translateError(error: unknown, file: string): unknown {
  if (error instanceof WhetstoneError || !(error instanceof Error)) return error;
  switch (sqliteCode(error)) {
    case codes.corrupt:
    case codes.notADatabase:
      return damaged(file, error.message, error);
    // Every statement is our own and tested: one that no longer fits the schema means that the schema was
    // damaged.
    case codes.error:
      return damaged(file, `its schema is not Whetstone's (${error.message})`, error);
    case codes.ioError:
      return damaged(file, `${error.message} (SQLite code ${extendedCode(error)})`, error);
    case codes.full:
      return diskFull(file, error);
    case codes.readOnly:
    case codes.perm:
    case codes.cannotOpen:
      return notWritable(file, error);
    default:
      return fileError(error, file);
  }
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === codes.busy || code === codes.locked;
}

/** The lowest byte of an extended code is the primary one. */
function sqliteCode(error: unknown): number | undefined {
  const extended = extendedCode(error);
  return extended === undefined ? undefined : extended & 0xff;
}

function extendedCode(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === "number" ? errcode : undefined;
}

export function damaged(file: string, what: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError(
    "corrupt",
    `the database ${file} is damaged: ${what}. Nothing more is written to it.`,
    {
      next: "run 'whetstone doctor': it lists the ways back (a backup, or an export)",
      values: { file },
      cause,
    },
  );
}
