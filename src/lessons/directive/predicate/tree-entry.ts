import { CannotCheck } from "../../../base/process/cannot-check.js";
import type { Git } from "./git.js";

/** What a commit or the index holds under a path. */
export interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
}

/** The full id of a commit. `HEAD` or hex digits: no other text reaches git as a revision. */
export async function resolveCommit(git: Git, revision: string): Promise<string> {
  if (revision !== "HEAD" && !/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(revision)) {
    throw new CannotCheck("the base commit must be a full commit id");
  }
  const { code, stdout } = await git.run(
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  );
  const id = stdout.toString("utf8").trim();
  if (code !== 0 || !/^[0-9a-f]{40,64}$/.test(id)) throw new CannotCheck(`there is no commit ${revision}`);
  return id;
}

export async function commitEntry(git: Git, commit: string, path: string): Promise<TreeEntry | undefined> {
  // The folders on the way too: one of them may be a submodule, which hides what it holds.
  const way = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  const entries = await git.list("ls-tree", "-t", "-z", "--full-tree", commit, "--", ...way);
  const last = entries.filter((entry) => {
    const found = pathOf(entry);
    return found === path || (entry.startsWith(submoduleMode) && way.includes(found));
  });
  return theOne(last, path, /^(?<mode>\d{6}) \w+ (?<oid>[0-9a-f]+)\t/);
}

/** Also whether the file was left out of the working tree on purpose (sparse checkout). */
export async function indexEntry(
  git: Git,
  path: string,
): Promise<{ readonly entry: TreeEntry | undefined; readonly leftOut: boolean }> {
  const entries = await git.list("ls-files", "--cached", "--stage", "-t", "-z", "--full-name", "--", path);
  if (entries.some((entry) => /^\S \d{6} [0-9a-f]+ [1-9]\t/.test(entry))) {
    throw new CannotCheck(`${path} is in the middle of a merge`);
  }
  const entry = theOne(entries, path, /^\S (?<mode>\d{6}) (?<oid>[0-9a-f]+) \d\t/);
  return { entry, leftOut: entries[0]?.startsWith("S ") === true };
}

function theOne(entries: readonly string[], path: string, form: RegExp): TreeEntry | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  const { mode, oid } = form.exec(first)?.groups ?? {};
  if (mode === undefined || oid === undefined) throw new CannotCheck("git printed something unexpected");
  if (mode === submoduleMode) throw new CannotCheck(`${path} belongs to a submodule`);
  if (mode === folderMode || pathOf(first) !== path) throw new CannotCheck(`${path} is a folder`);
  return { mode, oid };
}

function pathOf(entry: string): string {
  return entry.slice(entry.indexOf("\t") + 1);
}

const submoduleMode = "160000";
const folderMode = "040000";
