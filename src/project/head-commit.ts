import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * The commit that HEAD stands for, read from git's own files: starting git would cost more than a brief may
 * take. Undefined outside a repository, before the first commit, and wherever git keeps its refs in another
 * way.
 */
export function headCommit(root: string): string | undefined {
  try {
    const folder = gitFolder(root);
    if (folder === undefined) return undefined;
    const head = readFileSync(join(folder, "HEAD"), "utf8").trim();
    const [, ref] = /^ref: (refs\/[\w./-]+)$/.exec(head) ?? [];
    return commitIn(ref === undefined || ref.includes("..") ? head : resolveRef(folder, ref));
  } catch {
    // A repository that cannot be read has no commit to compare with.
    return undefined;
  }
}

function gitFolder(root: string): string | undefined {
  const entry = join(root, ".git");
  if (!existsSync(entry)) return undefined;
  if (statSync(entry).isDirectory()) return entry;
  const [, path] = /^gitdir: (.+)$/m.exec(readFileSync(entry, "utf8")) ?? [];
  return path === undefined ? undefined : resolve(root, path.trim());
}

/** A worktree keeps its HEAD, and finds its branches in the folder it shares. */
function resolveRef(folder: string, ref: string): string {
  const shared = join(folder, "commondir");
  const folders = existsSync(shared)
    ? [folder, resolve(folder, readFileSync(shared, "utf8").trim())]
    : [folder];
  for (const each of folders) {
    if (existsSync(join(each, ref))) return readFileSync(join(each, ref), "utf8").trim();
    const packed = join(each, "packed-refs");
    const line = existsSync(packed)
      ? readFileSync(packed, "utf8")
          .split("\n")
          .find((text) => text.endsWith(` ${ref}`))
      : undefined;
    if (line !== undefined) return line.slice(0, line.indexOf(" "));
  }
  return "";
}

function commitIn(text: string): string | undefined {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text) ? text : undefined;
}
