import { plainWords } from "../../../reading/shell/plain-words.js";
import { compileGlob } from "./glob.js";
import { compileLineRegex } from "./line-regex.js";
import { pathFault } from "./path-fault.js";
import type { Predicate, PredicateFault } from "./predicate.js";

/**
 * A check is one short line that a reviewer reads at a glance; what is longer belongs into an allowed tool.
 */
const maxChars = 500;

const kinds = {
  "grep:": parseGrep,
  "file_modified:": (path: string) => parsePath("file_modified", path),
  "file_not_modified:": (path: string) => parsePath("file_not_modified", path),
  "tool:": parseTool,
} as const;

type Parsed = { readonly predicate: Predicate } | PredicateFault;

/**
 * Reads `grep:<regex>:<glob>`, `file_modified:<path>`, `file_not_modified:<path>` or `tool:<name> <args>`.
 * The last colon without a backslash before it ends the regex, so a regex may hold colons and a glob may not.
 * A directive must pass this before it is stored. Whether the config allows a command is checked when the
 * command runs.
 */
export function readPredicate(text: string): Parsed {
  const fault = textFault(text);
  if (fault !== undefined) return fault;
  for (const [prefix, parse] of Object.entries(kinds)) {
    if (text.startsWith(prefix)) return shifted(parse(text.slice(prefix.length)), prefix.length);
  }
  return { error: `a predicate starts with ${Object.keys(kinds).join(", ")}`, position: 0 };
}

/**
 * Controls, zero-width and direction marks, line separators, lone surrogates: what a reviewer would not see
 * in a predicate.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]|[^\S ]/u;

function textFault(text: string): PredicateFault | undefined {
  if (text.length > maxChars) return { error: `is longer than ${maxChars} characters`, position: maxChars };
  const hidden = text.search(invisible);
  if (hidden !== -1) return { error: "has a character that a reader cannot see", position: hidden };
  if (/^\s/.test(text)) return { error: "starts with a space", position: 0 };
  return /\s$/.test(text) ? { error: "ends with a space", position: text.length - 1 } : undefined;
}

function shifted(parsed: Parsed, by: number): Parsed {
  return "error" in parsed ? { ...parsed, position: parsed.position + by } : parsed;
}

function parseGrep(text: string): Parsed {
  const colon = lastBareColon(text);
  if (colon === -1)
    return { error: "needs a glob after the regex: grep:<regex>:<glob>", position: text.length };
  const pattern = text.slice(0, colon);
  const regex = compileLineRegex(pattern);
  if ("error" in regex) return regex;
  const glob = compileGlob(text.slice(colon + 1));
  if ("error" in glob) return shifted(glob, colon + 1);
  return { predicate: { kind: "grep", pattern, glob: text.slice(colon + 1) } };
}

function lastBareColon(text: string): number {
  for (let at = text.lastIndexOf(":"); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(":", at - 1)) {
    if (backslashesBefore(text, at) % 2 === 0) return at;
  }
  return -1;
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === "\\") count += 1;
  return count;
}

function parsePath(kind: "file_modified" | "file_not_modified", path: string): Parsed {
  return pathFault(path) ?? { predicate: { kind, path } };
}

function parseTool(text: string): Parsed {
  const split = plainWords(text);
  return "error" in split ? split : { predicate: { kind: "tool", words: split.words } };
}
