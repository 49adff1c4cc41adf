import { join, relative, sep } from "node:path";
import { gitCommonDir } from "../../base/project/git-common-dir.js";
import { topOf } from "../../base/project/repository-of.js";
import type { SetupPlace } from "./agent-setup.js";
import { type FileChange, readSettings } from "./plan-setup.js";
import { mayBeCommitted } from "./setup-place.js";

/**
 * The change that keeps git from listing what `init` makes for this machine alone; undefined without any. A file
 * that was there before may be on its way into a commit of its person, and is hidden only with a key in it.
 */
export function hiddenFromGit(changes: readonly FileChange[], place: SetupPlace): FileChange | undefined {
  const files = changes.filter((change) => isForHiding(change, place)).map(({ path }) => path);
  return files.length === 0
    ? undefined
    : changedExclude(place, files, (ours, patterns) => [...new Set([...ours, ...patterns])]);
}

/** The change that takes the lines of these files out again; undefined without any. */
export function shownToGit(files: readonly string[], place: SetupPlace): FileChange | undefined {
  return changedExclude(place, files, (ours, patterns) => ours.filter((line) => !patterns.includes(line)));
}

/** Whether a file as it will be names a path of this machine. */
export function namesThisMachine({ after }: Pick<FileChange, "after">, { dist }: SetupPlace): boolean {
  return after?.includes(JSON.stringify(dist).slice(1, -1)) === true;
}

function isForHiding(change: FileChange, place: SetupPlace): boolean {
  const { path, before, isPrivate = false } = change;
  const isForThisMachine = isPrivate || (before === null && namesThisMachine(change, place));
  return isForThisMachine && place.isTracked?.(path) !== true && mayBeCommitted(place.root, path);
}

/** Our lines in git's list of what it ignores on this machine alone stand between these two. */
const firstLine = "# Files of this machine alone, written by 'whetstone init'.";
const lastLine = "# End of what 'whetstone init' wrote.";

type Lines = readonly string[];

function changedExclude(
  { root }: SetupPlace,
  files: readonly string[],
  changed: (ours: Lines, patterns: Lines) => Lines,
): FileChange | undefined {
  const top = topOf(root);
  const git = top === undefined ? undefined : gitCommonDir(top);
  if (top === undefined || git === undefined) return undefined;
  const path = join(git, "info", "exclude");
  const before = readSettings(path);
  const patterns = files.map((file) => patternOf(relative(top, file)));
  const text = withOurs(before ?? "", (ours) => changed(ours, patterns));
  if (text === (before ?? "")) return undefined;
  return { agent: "git", path, before, after: text === "" ? null : text, entries: "files of this machine" };
}

/** The list with other lines of ours, at its end. Without any of ours it is as it was before. */
function withOurs(text: string, changed: (ours: Lines) => Lines): string {
  const [head = "", rest] = text.split(`${firstLine}\n`, 2);
  const [section = "", tail = ""] = rest?.split(`${lastLine}\n`, 2) ?? [];
  const ours = changed(section.split("\n").filter((line) => line !== ""));
  if (ours.length === 0) return head + tail;
  const others = head + tail;
  const glue = others === "" || others.endsWith("\n") ? "" : "\n";
  return `${others}${glue}${[firstLine, ...ours, lastLine].join("\n")}\n`;
}

/** From the top of the working tree, with the signs that git would read as wildcards marked as plain. */
function patternOf(path: string): string {
  const plain = path.split(sep).join("/");
  return `/${plain.replace(/[\\*?[\]]/g, "\\$&")}`;
}
