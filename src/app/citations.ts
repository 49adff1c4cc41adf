import { createHash } from "node:crypto";
import { readInside } from "../files/read-inside.js";

/** Larger files are not what a directive speaks of. */
const maxBytes = 5_242_880;

export interface Citation {
  readonly file: string;
  readonly hash: string;
}

/** What became of a file since it was cited. */
export type Freshness = "fresh" | "changed" | "gone";

/** The files with a hash of what they hold now. A file that is not there has an empty hash, and counts as gone. */
export function citationsOf(root: string, files: readonly string[]): Citation[] {
  return files.map((file) => ({ file: normal(file), hash: hashOf(root, file) ?? "" }));
}

/** The worst that became of the cited files. */
export function freshnessOf(root: string, citations: readonly Citation[]): Freshness {
  const each = citations.map(({ file, hash }): Freshness => {
    const now = hashOf(root, file);
    if (now === undefined) return "gone";
    return now === hash ? "fresh" : "changed";
  });
  if (each.includes("gone")) return "gone";
  return each.includes("changed") ? "changed" : "fresh";
}

function hashOf(root: string, file: string): string | undefined {
  const bytes = readInside(root, normal(file), maxBytes);
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

function normal(file: string): string {
  return file.replaceAll("\\", "/").replace(/^\.\//, "");
}
