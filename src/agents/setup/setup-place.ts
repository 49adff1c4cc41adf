import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative } from "node:path";
import { mayOthersRead } from "../../base/files/private-file.js";
import type { SetupPlace } from "./agent-setup.js";
import { mcpCommand } from "./mcp-command.js";

export interface SetupOptions {
  /** Whether agents get our MCP server too. */
  readonly mcp: boolean;
  /** Where agents post the events that they post themselves. */
  readonly http?: SetupPlace["http"];
}

/** Where `init` works. `program` is the running command line, `dist/cli/main.cjs`. */
export function setupPlace(
  root: string,
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  { mcp, http }: SetupOptions = { mcp: true },
): SetupPlace {
  const path = env.PATH ?? "";
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = ["", ".cmd", ".exe"];
  return {
    root,
    http,
    env,
    dist: dirname(dirname(program)),
    hasProgram: (name) =>
      folders.some((folder) => endings.some((ending) => existsSync(join(folder, `${name}${ending}`)))),
    ...(mcp ? { mcp: mcpCommand(program, root, path) } : {}),
    isTracked: (file) => git(root, "ls-files", "--error-unmatch", "--", file) === 0,
  };
}

/** Whether a file could be committed by accident: git is used here and does not ignore it. */
export function mayBeCommitted(root: string, file: string): boolean {
  return git(root, "check-ignore", "-q", "--", file) === 1;
}

/** Warnings about a settings file that holds a key, each with the remedy. */
export function keyWarnings(file: string, root: string): readonly string[] {
  const name = relative(root, file);
  return [
    ...(mayOthersRead(file) ? [`others on this machine can read the key in ${name}: chmod 600 ${name}`] : []),
    ...(mayBeCommitted(root, file)
      ? [`git does not ignore ${name}, which holds a key: add it to .gitignore`]
      : []),
  ];
}

/** The exit code; null without git. Does not run the program that the repository's own settings may name. */
function git(root: string, ...args: string[]): number | null {
  return spawnSync("git", ["-C", root, "-c", "core.fsmonitor=false", ...args], { stdio: "ignore" }).status;
}
