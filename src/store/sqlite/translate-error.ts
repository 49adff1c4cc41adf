import { WhetstoneError } from "../../errors.js";

/** Turns a driver's or file system's error into ours. What it does not know passes through unchanged. */
export function translateError(error: unknown, file: string): unknown {
  if (error instanceof WhetstoneError || !(error instanceof Error)) return error;
  const code = String((error as { code?: unknown }).code ?? "");
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") return damaged(file, error.message, error);
  if (code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT") {
    return new WhetstoneError("disk_full", `the disk is full: ${file} cannot grow. Nothing was written.`, {
      next: "free some space and call again; what was acknowledged before is safe",
      values: { file },
      cause: error,
    });
  }
  if (/^SQLITE_(READONLY|PERM|CANTOPEN)/.test(code) || ["EACCES", "EROFS", "EPERM"].includes(code)) {
    return new WhetstoneError("not_writable", `${file} cannot be written: ${error.message}`, {
      next: "check the owner and permissions of the file and its folder, or set store.folder to a folder you can write",
      values: { file },
      cause: error,
    });
  }
  if (code.startsWith("SQLITE_IOERR")) {
    return new WhetstoneError("corrupt", `${file} cannot be read or written (${code}: ${error.message})`, {
      next: "run 'whetstone doctor'",
      values: { file },
      cause: error,
    });
  }
  return error;
}

export function isBusy(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

export function damaged(file: string, what: string, cause?: unknown): WhetstoneError {
  return new WhetstoneError("corrupt", `the database ${file} is damaged: ${what}. Nothing more is written to it.`, {
    next: "run 'whetstone doctor': it lists the ways back (a backup, or an export)",
    values: { file },
    cause,
  });
}
