import { readInside } from "../../base/files/read-inside.js";

/** Larger files are not compared: directives cite source files. */
const maxBytes = 5_242_880;

export interface Citation {
  readonly file: string;
  readonly hash: string;
}

/** What became of a file since it was cited. */
export type Freshness = "fresh" | "changed" | "gone";

/**
 * The files with a hash of what they hold now; an empty one for a file that is not there or cannot be read.
 */
export function citationsOf(root: string, files: readonly string[]): Citation[] {
  return files.map((file) => {
    const read = readInside(root, normal(file), maxBytes);
    return { file: normal(file), hash: typeof read === "string" ? "" : contentHash(read) };
  });
}

/**
 * The worst that became of the cited files. One that is there and cannot be read may have changed; it is not
 * gone.
 */
export function freshnessOf(root: string, citations: readonly Citation[]): Freshness {
  const each = citations.map(({ file, hash }): Freshness => {
    const read = readInside(root, normal(file), maxBytes);
    if (read === "absent") return "gone";
    return read !== "unreadable" && contentHash(read) === hash ? "fresh" : "changed";
  });
  if (each.includes("gone")) return "gone";
  return each.includes("changed") ? "changed" : "fresh";
}

/** Loads `node:crypto` only where a file is cited: it takes a tenth of the time of a brief. */
function contentHash(bytes: Buffer): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(bytes).digest("hex");
}

function normal(file: string): string {
  return file.replaceAll("\\", "/").replace(/^\.\//, "");
}
