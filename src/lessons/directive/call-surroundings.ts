import { posix } from "node:path";
import { homeIn } from "../../base/config/environment.js";
import { readForeign } from "../../base/files/read-foreign.js";
import { resolvedPath } from "../../base/files/resolved-path.js";
import { gitAliases } from "../../base/project/git-aliases.js";
import { topOf } from "../../base/project/repository-of.js";
import { digest } from "../../base/text/digest.js";
import type { Context } from "../../verbs/call/context.js";
import type { Surroundings } from "./rules/forbidden/read-call.js";

/** What a call's command line is read with, by the folder where it runs. */
export function surroundingsOf({ places: { root }, env }: Context, folder = root): Surroundings {
  return {
    inProject: pathsFrom(root, folder),
    gitAliases: () => gitAliases(root, homeIn(env)),
    textOf: (path) => textOf(posix.resolve(withSlashes(folder), withSlashes(path))),
  };
}

/** A longer patch is generated. */
const maxBytes = 1_048_576;

function textOf(file: string): string | undefined {
  const read = readForeign(file, { maxBytes });
  return "bytes" in read ? read.bytes.toString("utf8") : undefined;
}

/** The repository around a folder, or else the project, by a digest: the path stays on the machine. */
export function repositoryNamed(folder: string, root: string): string | undefined {
  const top = topOf(folder) ?? (folder === root || folder.startsWith(`${root}/`) ? root : undefined);
  return top === undefined ? undefined : digest(top);
}

/** A file by its path from the project, and by the one to which links lead if that is another. */
function pathsFrom(root: string, folder: string): (file: string) => readonly string[] {
  const base = posix.normalize(withSlashes(root));
  const realBase = withSlashes(resolvedPath(root));
  const here = withSlashes(folder);
  return (file) => {
    const path = withSlashes(file);
    const whole = posix.isAbsolute(path) ? path : `${here}/${path}`;
    // Not normalized before: behind a link, `..` is the folder that the link leads to.
    const real = posix.normalize(withSlashes(resolvedPath(whole)));
    return [...new Set([below(base, posix.normalize(whole)), below(realBase, real)])];
  };
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

function below(base: string, path: string): string {
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
}
