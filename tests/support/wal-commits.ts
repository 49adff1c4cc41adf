import { readFileSync } from "node:fs";

const headerBytes = 32;
const frameHeaderBytes = 24;

/**
 * The number of write transactions in the write-ahead log of a SQLite database: the last frame of each names
 * the size of the database after it, and the frames that belong together carry the salt of the log's header.
 * Holds as long as the log was not begun again: a connection must be open to the end.
 */
export function walCommits(database: string): number {
  const log = readFileSync(`${database}-wal`);
  if (log.length < headerBytes) return 0;
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}
