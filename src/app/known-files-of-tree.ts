import type { KnownFiles } from "../engines/insights/evidence/citations-in.js";
import { readInside } from "../files/read-inside.js";

/** Larger files are no source that anyone cites by line. */
const maxBytes = 5_242_880;

/** The files of a folder as they are now. */
export function knownFilesOfTree(root: string): KnownFiles {
  const lines = new Map<string, number>();
  return {
    has(path, line) {
      const count = lines.get(path) ?? linesIn(root, path);
      lines.set(path, count);
      return line >= 1 && line <= count;
    },
  };
}

function linesIn(root: string, path: string): number {
  const read = readInside(root, path, maxBytes);
  // A place that nobody can look up is no evidence.
  if (typeof read === "string") return 0;
  const text = read.toString("utf8");
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
