import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../base/files/make-folder.js";
import { replaceFile } from "../base/files/replace-file.js";
import { digest } from "../base/text/digest.js";

/** How far into the log a saved index is true. */
export interface SavedPlace {
  readonly position: number;
  /** How many lessons had been forgotten; none of those is in the index. */
  readonly forgotten: number;
}

/** The index that a place is about: its file, and how far it had come when that was written. */
export interface PlacedIndex {
  readonly file: string;
  readonly writtenAt: number;
}

/** An index without lessons has no file. */
export const noIndex: PlacedIndex = { file: "none", writtenAt: 0 };

export function savedIndexFile(folder: string, project: string): string {
  return join(folder, `lessons-${digest(project)}.bin`);
}

/**
 * The place of a saved index has a small file of its own: most events change no lesson, and to write a whole
 * index because the log grew would cost seconds. It names the index that it is about, so that it says nothing
 * about one that another process wrote since. Undefined when there is none for this index.
 */
export function readSavedPlace(index: string): (SavedPlace & { readonly of: PlacedIndex }) | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(placeFile(index), "utf8"));
    const { of, position, forgotten } = Object(read) as Partial<SavedPlace & { of: PlacedIndex }>;
    if (of?.file !== fileState(index) || !isWholeNumber(position) || !isWholeNumber(forgotten))
      return undefined;
    return { of, position, forgotten };
  } catch {
    // It is derived: without it the log is read again from where the index itself says.
    return undefined;
  }
}

export function writeSavedPlace(index: string, folder: string, of: PlacedIndex, place: SavedPlace): void {
  makeFolder(folder);
  replaceFile(placeFile(index), `${JSON.stringify({ of, ...place })}\n`, 0o600);
}

export function removeSavedPlace(index: string): void {
  rmSync(placeFile(index), { force: true, recursive: true });
}

/** Tells a file from the one that replaced it. */
export function fileState(index: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(index);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    // The code that reads or writes the file itself reports why it cannot.
    return noIndex.file;
  }
}

function placeFile(index: string): string {
  return `${index}.place.json`;
}

function isWholeNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
