import type { KnownFiles } from "./citations-in.js";

interface Range {
  readonly first: number;
  readonly last: number;
}
interface Hunk {
  readonly oldFirst: number;
  readonly newFirst: number;
  /**
   * Lines that the heading announces. Inside of a hunk a line is content, even one that looks like a heading.
   */
  readonly oldCount: number;
  readonly newCount: number;
}

const hunkHeading = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
/** Git's own prefixes, also those of `diff.mnemonicPrefix`. */
const oldPrefix = /^[aico]\//;
const newPrefix = /^[biw]\//;

/**
 * The lines that a unified diff shows: of a file's new side under its new path, of its old side under its old
 * path, each only as far as they are really in the text. Combined diffs of merges show none.
 */
export function knownFilesOfDiff(diff: string): KnownFiles {
  const ranges = new Map<string, Range[]>();
  const add = (path: string | undefined, first: number, count: number) => {
    if (path === undefined || count === 0) return;
    const known = ranges.get(path) ?? [];
    known.push({ first, last: first + count - 1 });
    ranges.set(path, known);
  };
  const lines = diff.split("\n");
  let oldPath: string | undefined;
  let newPath: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("diff ")) oldPath = newPath = undefined;
    else if (line.startsWith("--- ")) oldPath = pathOf(line, oldPrefix);
    else if (line.startsWith("+++ ")) newPath = pathOf(line, newPrefix);
    const hunk = hunkOf(line);
    if (hunk === undefined) continue;
    const { oldSeen, newSeen, next } = contentOf(lines, at + 1, hunk);
    add(oldPath, hunk.oldFirst, oldSeen);
    add(newPath, hunk.newFirst, newSeen);
    at = next - 1;
  }
  return {
    has: (path, line) => (ranges.get(path) ?? []).some(({ first, last }) => first <= line && line <= last),
  };
}

/**
 * Without a prefix, and without the tab that ends a path with spaces and the time that other tools put behind
 * it.
 */
function pathOf(line: string, prefix: RegExp): string | undefined {
  const written = line.slice("+++ ".length).replace(/\r$/, "");
  const path = unquoteGitPath(written.startsWith('"') ? written : (written.split("\t")[0] ?? ""));
  return path === "/dev/null" ? undefined : path.replace(prefix, "");
}

function hunkOf(line: string): Hunk | undefined {
  const [whole, oldFirst, oldCount = "1", newFirst, newCount = "1"] = hunkHeading.exec(line) ?? [];
  if (whole === undefined) return undefined;
  return {
    oldFirst: Number(oldFirst),
    newFirst: Number(newFirst),
    oldCount: Number(oldCount),
    newCount: Number(newCount),
  };
}

function contentOf(lines: readonly string[], from: number, { oldCount, newCount }: Hunk) {
  let [oldSeen, newSeen, next] = [0, 0, from];
  for (; next < lines.length && (oldSeen < oldCount || newSeen < newCount); next++) {
    const line = lines[next] ?? "";
    // An empty line is context whose space was trimmed; the text's own end is none.
    const isContext = line.startsWith(" ") || ((line === "" || line === "\r") && next < lines.length - 1);
    if (!isContext && !/^[-+\\]/.test(line)) break;
    if (isContext || line.startsWith("-")) oldSeen += 1;
    if (isContext || line.startsWith("+")) newSeen += 1;
  }
  return { oldSeen, newSeen, next };
}

const escapes: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/**
 * A path as a diff writes it. Git puts one with unusual characters in quotes and writes its bytes as octal
 * numbers.
 */
function unquoteGitPath(written: string): string {
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"/s.exec(written) ?? [];
  if (quoted === undefined) return written;
  const encoder = new TextEncoder();
  const bytes = [...quoted.matchAll(/\\([0-7]{1,3})|\\(.)|([^\\]+)/gsu)].flatMap(
    ([, octal, letter, plain]) => {
      if (octal !== undefined) return [Number.parseInt(octal, 8) & 0xff];
      return letter === undefined
        ? [...encoder.encode(plain)]
        : [escapes[letter] ?? letter.charCodeAt(0) & 0xff];
    },
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
