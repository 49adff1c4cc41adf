import { oneOf } from "../../../../reading/language/patterns.js";

/**
 * Which lines can be cited: those of a tree, or those that a diff shows. Paths are relative, with forward
 * slashes.
 */
export interface KnownFiles {
  has(path: string, line: number): boolean;
}

/** A place in a file. */
export interface Citation {
  readonly path: string;
  readonly line: number;
}
interface Citations {
  readonly citations: readonly Citation[];
  readonly unknown: readonly Citation[];
}

/** Nobody reads more, and each costs a look into a tree. */
const citationsRead = 200;
/** Far more than a deliberation cites: a bound for texts that are made of numbers. */
const linksRead = 20_000;
/** What stands between a path and a line: `a.ts:4`, `a.ts#L4`, `a.ts(4,2)`, `a.ts`:4, "a.py", line 4, a.ts (L4). */
const link = new RegExp(
  [
    "([\"'`*)\\]]{0,3}(?::|#L)|[\"'`*)\\]]{0,3}[ \\t]{0,3}\\((?:L|lines?[ \\t]{1,3})|\\(|",
    "[\"'`*)\\]]{0,3},?[ \\t]{1,3}(?:at |on )?lines?[ \\t]{1,3})",
    "(\\d{1,7})(?![\\p{L}\\p{N}_]|\\.\\d)",
  ].join(""),
  "giu",
);

/**
 * The places that a text cites, once each, split by whether they exist. A range counts by its first
 * line. What only could be a place, `items.slice(2)`, is one if it exists, and is not missed if it does not.
 */
export function citationsIn(text: string, known: KnownFiles): Citations {
  const citations = new Map<string, Citation>();
  const unknown = new Map<string, Citation>();
  let links = 0;
  for (const { index, 1: mark = "", 2: digits = "" } of text.matchAll(link)) {
    links += 1;
    if (links > linksRead || citations.size + unknown.size >= citationsRead) break;
    const written = pathsBefore(text, index);
    const plain = written.at(-1);
    if (plain === undefined) continue;
    const line = Number(digits);
    const path = written.flatMap(spellings).find((each) => line >= 1 && known.has(each, line));
    const citation = { path: path ?? normalPath(plain), line };
    if (path !== undefined) citations.set(`${path}:${line}`, citation);
    else if (mark !== "(") unknown.set(`${citation.path}:${line}`, citation);
  }
  return { citations: [...citations.values()], unknown: [...unknown.values()] };
}

function normalPath(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
}

/** Diffs put `a/` and `b/` in front; a folder may also be called so. */
function spellings(path: string): readonly string[] {
  const whole = normalPath(path);
  return /^[ab]\//.test(whole) ? [whole, normalPath(whole.slice(2))] : [whole];
}

/**
 * Longer than any path that a person types, so that a megabyte without a space costs no more than its length.
 */
const maxPathChars = 260;
const pathCharacter = /[\p{L}\p{N}\p{M}_@.+~$%=\-/\\]/u;
const namedFiles = oneOf(
  "Makefile, Dockerfile, Rakefile, Gemfile, Jenkinsfile, Procfile, Justfile, Vagrantfile, BUILD, WORKSPACE",
  "LICENSE, README, CODEOWNERS",
);
const named = new RegExp(`(?:^|[/\\\\])${namedFiles}$`);
const extension = /\.[A-Za-z][A-Za-z0-9_]{0,11}$/;
const domain = /^[^/\\]*\.(?:com|org|net|io|dev|local|internal|localhost)$/i;

/**
 * The paths of a file that may end right before `end`, the plainest last; none when what stands there is a
 * URL, a host, a time or a word.
 */
function pathsBefore(text: string, end: number): readonly string[] {
  const plain = plainPath(text, end);
  return isFile(plain) ? [...spacedPath(text, end), plain] : [];
}

function isFile(path: string): boolean {
  return (extension.test(path) || named.test(path)) && !domain.test(path) && !/^[/\\]{2}/.test(path);
}

/** Between backticks or quotes a path may hold spaces; or the words before it may be there too. */
function spacedPath(text: string, end: number): readonly string[] {
  const before = text.slice(Math.max(0, end - maxPathChars), end);
  const start = Math.max(before.lastIndexOf("`"), before.lastIndexOf('"')) + 1;
  const path = before.slice(start);
  return start > 0 && path.includes(" ") && !/[\n\r:]/.test(path) ? [path] : [];
}

/**
 * Brackets belong to a path when both are in it, `app/[id]/page.tsx`, and around it when not, `(src/a.ts:4)`.
 */
function plainPath(text: string, end: number): string {
  const withBrackets = scanBack(text, end, true);
  return hasBalancedBrackets(withBrackets) ? withBrackets : scanBack(text, end, false);
}

function scanBack(text: string, end: number, brackets: boolean): string {
  let start = end;
  let depth = 0;
  for (; start > 0 && end - start < maxPathChars; start--) {
    const character = text.charAt(start - 1);
    if (brackets && /[)\]]/.test(character)) depth += 1;
    else if (brackets && depth > 0 && /[([]/.test(character)) depth -= 1;
    else if (!pathCharacter.test(character) && !isSurrogate(character)) break;
  }
  return text.slice(start, end);
}

function isSurrogate(character: string): boolean {
  return /[\uD800-\uDFFF]/.test(character);
}

function hasBalancedBrackets(path: string): boolean {
  const count = (pattern: RegExp) => path.match(pattern)?.length ?? 0;
  return count(/\[/g) === count(/\]/g) && count(/\(/g) === count(/\)/g);
}
