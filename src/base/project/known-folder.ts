import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../files/make-folder.js";
import { readForeign } from "../files/read-foreign.js";
import { replaceFile } from "../files/replace-file.js";
import { digest } from "../text/digest.js";
import { forgetLastSettings } from "./last-settings.js";

/** Something that a whetstone.json names and that reaches beyond its own folder. */
export interface RequestedSetting {
  /** The path of the setting, such as `store.folder`. */
  readonly setting: string;
  readonly value: string;
}

interface Accepted extends RequestedSetting {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** What made it accepted, for a person who reads the file. */
  readonly by: string;
}

/**
 * What is known of a folder in which this user works. Kept outside of the folder: a clone can bring any file
 * into itself, and must not vouch for itself.
 */
export interface KnownFolder {
  readonly root: string;
  /** The git folder that its worktrees share. */
  readonly git?: string | undefined;
  /** Where it was cloned from. */
  readonly remote?: string | undefined;
  /** The project that it last was, and where the data is; undefined until something was recorded. */
  readonly project?: string | undefined;
  readonly data?: string | undefined;
  /** The project that it was before. */
  readonly before?: { readonly project: string; readonly data: string } | undefined;
  readonly accepted: readonly Accepted[];
  /** What a person took back. */
  readonly refused: readonly RequestedSetting[];
}

/** A few paths and settings. */
const maxBytes = 262_144;

export function readKnownFolder(folders: string, root: string): KnownFolder | undefined {
  const known = readRecord(fileOf(folders, root));
  // The name of the file is a short digest: another folder may have the same one.
  return known?.root === root ? known : undefined;
}

export function listKnownFolders(folders: string): readonly KnownFolder[] {
  return recordNames(folders)
    .filter((name) => /^[0-9a-f]{16}\.json$/.test(name))
    .flatMap((name) => readRecord(join(folders, name)) ?? []);
}

/** Writes only what changed. */
export function writeKnownFolder(folders: string, known: KnownFolder): void {
  const file = fileOf(folders, known.root);
  const text = `${JSON.stringify(known, null, 2)}\n`;
  const read = readForeign(file, { maxBytes });
  if ("bytes" in read && read.bytes.toString("utf8") === text) return;
  makeFolder(folders);
  replaceFile(file, text, 0o600);
}

export function forgetFolder(folders: string, root: string): void {
  rmSync(fileOf(folders, root), { force: true });
  forgetLastSettings(folders, root);
}

export function fileOf(folders: string, root: string): string {
  return join(folders, `${digest(root)}.json`);
}

export function isSameRequest(one: RequestedSetting, other: RequestedSetting): boolean {
  return one.setting === other.setting && one.value === other.value;
}

/** A damaged record counts as none: then a person is asked again. */
function readRecord(file: string): KnownFolder | undefined {
  const read = readForeign(file, { maxBytes });
  if (!("bytes" in read)) return undefined;
  try {
    const known = Object(JSON.parse(read.bytes.toString("utf8"))) as KnownFolder;
    const { root, accepted, refused } = known;
    return typeof root === "string" && Array.isArray(accepted) && Array.isArray(refused) ? known : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function recordNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
