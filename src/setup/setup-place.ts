import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { SetupPlace } from "./agent-setup.js";
import { mcpCommand } from "./mcp-command.js";

export interface SetupWish {
  /** Whether agents get our MCP server too. */
  readonly mcp: boolean;
  /** Where agents that speak HTTP themselves post to. */
  readonly http?: SetupPlace["http"];
}

/** Where `init` works: `program` is the command line that runs, `dist/cli/main.cjs`. */
export function setupPlace(
  root: string,
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  { mcp, http }: SetupWish = { mcp: true },
): SetupPlace {
  const path = env.PATH ?? "";
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  const endings = ["", ".cmd", ".exe"];
  return {
    root,
    http,
    dist: dirname(dirname(program)),
    hasProgram: (name) =>
      folders.some((folder) => endings.some((ending) => existsSync(join(folder, `${name}${ending}`)))),
    ...(mcp ? { mcp: mcpCommand(program, root, path) } : {}),
    isTracked: (file) => git(root, "ls-files", "--error-unmatch", "--", file) === 0,
  };
}

/** Whether somebody could commit a file by chance: git is used here and does not ignore it. */
export function mayBeCommitted(root: string, file: string): boolean {
  return git(root, "check-ignore", "-q", "--", file) === 1;
}

/** Its exit code; null where there is no git. */
function git(root: string, ...args: string[]): number | null {
  return spawnSync("git", ["-C", root, ...args], { stdio: "ignore" }).status;
}
