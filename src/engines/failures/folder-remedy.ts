import { afterCd, commandSteps, commandWords, sharedPart } from "./command-text.js";
import type { FailedCall } from "./remedy.js";

export const folderAdvice =
  "the shell keeps its folder between calls: use absolute paths, or go back to the project's root first";

/** A path that is not there, and a project that is not here. */
const missingPath = [
  /no such file or directory|directory not found|cannot find the path|does not exist/i,
  /did not match any files|unknown revision or path not in the working tree|not in the working tree/i,
  /cannot find main module|go\.mod file not found|could not (?:find|read) .?(?:Cargo\.toml|package\.json)/i,
  /no (?:targets specified and no )?makefile found|there is no POM|No .?pyproject\.toml.? found/i,
  /find a project to run|Specify a project or solution|not a git repository|no configuration file provided/i,
  /file or directory not found/i,
];

export function missesPath(cause: string): boolean {
  return missingPath.some((wording) => wording.test(cause));
}

/** `/srv/shop`, `~/shop`, `..` and `.`, which stands for the project's root once paths are masked. */
function isElsewhere(folder: string): boolean {
  return /^(?:[/~.]|[A-Za-z]:)/.test(folder) || /\$\(git rev-parse|\$\{?\w*(?:ROOT|DIR|PWD)/.test(folder);
}

/**
 * The shell stood in another folder than the call assumed: the same works without the `cd`, behind one that
 * starts at the root, or with the path spelled out.
 */
export function isInOtherFolder({ cause }: FailedCall, before: string, after: string): boolean {
  if (!missesPath(cause)) return false;
  const [one, other] = [afterCd(before), afterCd(after)];
  if (one.folder !== undefined && !isElsewhere(one.folder) && after === one.rest) return true;
  if (other.folder !== undefined && one.folder !== other.folder && runsAll(other.rest, one.rest))
    return isElsewhere(other.folder) || one.folder !== undefined;
  return isRespelled(commandWords(one.rest), commandWords(other.rest));
}

/** The same command, or one that does the same to more files. */
function runsAll(rest: string, failed: string): boolean {
  if (rest === failed) return true;
  const [some, all] = [commandWords(failed), commandWords(rest)];
  return some.length >= 3 && some[0] === all[0] && some[1] === all[1] && sharedPart(some, all) === 1;
}

/** Each path that changed is the same path from another folder. */
function isRespelled(one: readonly string[], other: readonly string[]): boolean {
  const moved = one.filter((word) => !other.includes(word)).map(withoutDots);
  const now = other.filter((word) => !one.includes(word)).map(withoutDots);
  if (moved.length === 0 || moved.length > 3 || moved.some((path) => !path.includes("/"))) return false;
  if (now.length === 0) return moved.length === 1 && one.length >= 3 && other[0] === one[0];
  return (
    now.length === moved.length &&
    moved.every((path, at) => endsAlike(path, now[at] ?? "")) &&
    one[0] === other[0]
  );
}

function withoutDots(word: string): string {
  return word.replace(/^\.\//, "").replace(/\/(?:\.\.\.)?$/, "");
}

function endsAlike(one: string, other: string): boolean {
  return other.endsWith(`/${one}`) || (one.endsWith(`/${other}`) && other.includes("/"));
}

/** A call that only changes the folder. */
export function onlyChangesFolder(after: string): boolean {
  const parts = commandSteps(after);
  return parts.length > 0 && parts.length <= 2 && parts.every((step) => /^(?:cd(?: \S+)?|pwd)$/.test(step));
}
