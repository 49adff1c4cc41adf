import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, relative } from "node:path";

/** What is unwise about a settings file that holds a key; each with the way out. */
export function keyWarnings(file: string, root: string): readonly string[] {
  const name = relative(root, file);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return [
    // Windows has no such bits.
    ...(process.platform !== "win32" && (mode & 0o077) !== 0
      ? [`others on this machine can read the key in ${name}: chmod 600 ${name}`]
      : []),
    ...(isLeftOut(file) ? [] : [`git does not leave out ${name}, which holds a key: add it to .gitignore`]),
  ];
}

/**
 * By any list of git's: the project's, the person's own, or that of the repository. True where there is no
 * repository or no git.
 */
function isLeftOut(file: string): boolean {
  // What a repository's settings would have git run is not run.
  const args = ["-c", "core.fsmonitor=false", "check-ignore", "--quiet", file];
  const { status } = spawnSync("git", args, { cwd: dirname(file), stdio: "ignore" });
  return status !== 1;
}
