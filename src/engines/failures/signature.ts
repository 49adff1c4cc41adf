import { digest } from "../../base/text/digest.js";
import { toolFamily } from "../reflection/tool-family.js";
import type { Failure } from "./failure.js";

/** Endings of files that messages name without a folder. */
const fileEndings = [
  ...["js", "jsx", "cjs", "cjsx", "mjs", "mjsx", "ts", "tsx", "cts", "ctsx", "mts", "mtsx", "go", "py", "rs"],
  ...["rb", "java", "kt", "swift", "c", "h", "cc", "cpp", "cs", "php", "sh", "json", "yml", "yaml", "toml"],
  ...["md", "txt", "lock", "log", "sql", "html", "css", "proto", "env", "cfg", "ini", "xml"],
];

/** One failure in several wordings, which versions and states of a program choose. */
const sameFailures: readonly (readonly [RegExp, string])[] = [
  [/[\s,;(]*\bdid you mean\b.*$/, ""],
  // What there is at the moment, behind a name that there is not.
  [/(?<=\S)[.,;(]\s*(?:available|supported|possible|allowed|valid) (?:[\w-]+ ){0,2}\w+s(?: are)?:.*$/, ""],
  [/^enoent: no such file or directory, posix_spawn\b.*$|^spawn \S.* enoent$/, "spawn enoent"],
  [/^file content \(.{1,30}\) exceeds maximum allowed .*$/, "file content exceeds the maximum"],
  [/\[rejected\] .* \((?:fetch first|non-fast-forward)\)/, "[rejected] (behind)"],
];

/** What differs between two occurrences of one failure, most particular first. */
const particular: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d(?:[t ][\d:.]{5,15}z?)?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,30}\b/g, "<id>"],
  [/\bhttps?:\/\/\S+/g, "<url>"],
  [/(?:[a-z]:)?[\w.~@+-]{0,80}[/\\][\w.~@+/\\*-]{1,300}/g, "<path>"],
  [new RegExp(`(?<!\\w)\\.?[\\w-]{1,80}\\.(?:${fileEndings.join("|")})\\b`, "g"), "<path>"],
  [/\b(?=[0-9a-f]{0,39}\d)[0-9a-f]{7,40}\b/g, "<id>"],
  [/\d+(?:[.,:]\d+)*/g, "#"],
  [/\s+/g, " "],
];

/** The gist of a line stands at its beginning. */
const lineChars = 120;

/**
 * The identity of a failure, the same in every session: the tool with the program that failed, the kind, and
 * the cause without numbers, paths and ids. What the cause names stays, unless it is a path.
 */
export function signatureOf(tool: string, { program, kind, cause, named }: Failure): string {
  const subject = kind === "host" ? hostTool(tool) : program === tool ? tool : `${tool} ${program}`;
  const argument = /[/\\.]/.test(named) || cause.includes(named) ? "" : named;
  const parts = [subject.trim().toLowerCase().slice(0, 120), kind, withoutParticulars(cause), argument];
  return parts.filter((part) => part !== "").join("::");
}

/** The agent's tools that change a file refuse for the same reasons. */
function hostTool(tool: string): string {
  const family = toolFamily(tool);
  return family === "edit" ? family : tool;
}

function withoutParticulars(line: string): string {
  // Cut first: a line may be as long as the output.
  const start = line.slice(0, 4 * lineChars).toLowerCase();
  return [...sameFailures, ...particular]
    .reduce((text, [pattern, name]) => text.replace(pattern, name), start)
    .slice(0, lineChars)
    .trim();
}

/** The id under which a failure is known, listed and shown. */
export function failureId(signature: string): string {
  return `failure-${digest(signature)}`;
}

/** Whether a signature is that of a failure lesson. */
export function isOfFailure(signature: unknown, lesson: string): boolean {
  return typeof signature === "string" && isFailure(lesson) && failureId(signature) === lesson;
}

export function isFailure(lesson: string): boolean {
  return lesson.startsWith("failure-");
}
