import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { WhetstoneError } from "../../../base/errors.js";
import { olderFormat } from "../../events/format.js";
import type { Migration } from "./migrations/index.js";
import { damaged, translateError } from "./translate-error.js";

/** "Whet" in ASCII: marks a SQLite file as one of Whetstone's. */
export const applicationId = 0x57686574;

const headerBytes = 100;

/**
 * Looks at the file's header before SQLite opens it, because opening a damaged file may already change it.
 * Returns false when there is no database yet.
 */
export function preflight(file: string, migrations: readonly Migration[]): boolean {
  const header = readHeader(file);
  if (header === undefined) return false;
  const { bytes, size } = header;
  if (bytes.length < headerBytes || bytes.toString("latin1", 0, 16) !== "SQLite format 3\0") {
    throw damaged(file, "it does not begin as a SQLite database does");
  }
  const pageSize = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16);
  // The page count in the header holds only while these two counters agree.
  const pages = bytes.readUInt32BE(24) === bytes.readUInt32BE(92) ? bytes.readUInt32BE(28) : 0;
  // A checkpoint that was interrupted may have written the header before the pages: then the write-ahead log
  // has them.
  if (size < pages * pageSize && !hasPendingLog(file)) {
    throw damaged(file, `it is cut off: ${size} bytes of ${pages * pageSize}`);
  }
  if (bytes.readUInt32BE(68) !== applicationId) {
    throw new WhetstoneError("corrupt", `${file} is a SQLite database, but not one of Whetstone's`, {
      next: "set store.folder to another folder, or move that file away",
      values: { file },
    });
  }
  const version = bytes.readUInt32BE(60);
  const [oldest, newest] = versionsIn(migrations);
  if (version < oldest) throw olderFormat(`the database ${file}`, file, { values: { file, version } });
  if (version > newest) throw newer(file, version, newest);
  return true;
}

/** The oldest schema that these migrations lead on from, and the newest. */
export function versionsIn(migrations: readonly Migration[]): readonly [oldest: number, newest: number] {
  return [migrations[0]?.version ?? 0, migrations.at(-1)?.version ?? 0];
}

export function newer(file: string, version: number, known: number): WhetstoneError {
  return new WhetstoneError(
    "newer_format",
    `the database ${file} has schema ${version}, and this version of Whetstone knows ${known}. ` +
      "It was left untouched.",
    { next: "update Whetstone", values: { file, version, known } },
  );
}

function hasPendingLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function readHeader(file: string): { bytes: Buffer; size: number } | undefined {
  try {
    const handle = openSync(file, "r");
    try {
      const { size } = fstatSync(handle);
      const bytes = Buffer.alloc(headerBytes);
      const read = readSync(handle, bytes, 0, headerBytes, 0);
      return { bytes: bytes.subarray(0, read), size };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw translateError(error, file);
  }
}
