import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../../base/files/make-folder.js";
import { makePrivateFile } from "../../../base/files/private-file.js";
import type { Database } from "./driver.js";

/**
 * Copies the database as it stands into the folder, under a name that sorts by time, and keeps the newest
 * few.
 */
export function backUp(database: Database, folder: string, at: string, why: string, kept: number): string {
  makeFolder(folder);
  const file = join(folder, `${at.replace(/[:.]/g, "-")}-${why}.db`);
  rmSync(file, { force: true });
  makePrivateFile(file);
  database.prepare("VACUUM INTO ?").run(file);
  for (const old of listBackups(folder).slice(kept)) rmSync(old);
  return file;
}

/** Newest first. */
export function listBackups(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".db"))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}
