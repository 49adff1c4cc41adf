import { WhetstoneError } from "../../errors.js";
import { diskFull, fileError, notWritable } from "../../files/file-error.js";

/** Turns an error of the driver or the file system into a `WhetstoneError`. Unknown errors pass unchanged. */
export function translateError(error: unknown, file: string): unknown {
  if (error instanceof WhetstoneError || !(error instanceof Error)) return error;
  const code = String((error as { code?: unknown }).code ?? "");
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB")
    return damaged(file, error.message, error);
  // Every statement is tested: one that no longer fits the schema means that the schema was damaged.
  if (code === "SQLITE_ERROR") return damaged(file, `its schema does not fit (${error.message})`, error);
  if (code === "SQLITE_FULL") return diskFull(file, error);
  if (/^SQLITE_(READONLY|PERM|CANTOPEN)/.test(code)) return notWritable(file, error);
  if (code.startsWith("SQLITE_IOERR")) return damaged(file, `${code}: ${error.message}`, error);
  return fileError(error, file);
}

export function isBusy(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
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
