import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";

/** How an agent starts our MCP server. */
export interface McpCommand {
  readonly words: readonly [string, ...string[]];
  /** Whether it works on another machine: a file that a team shares must not name a path of this one. */
  readonly portable: boolean;
}

/** The server's name in every agent: its tools read as `whetstone_plan_prompt` and so on. */
export const serverName = "whetstone";

/** What it was called until 0.1: where it was set up so, its tools keep their names. */
export const formerName = "hive";

const task = ["mcp", "--name", serverName] as const;

/** The same command for a server that is called otherwise. */
export function commandNamed(words: McpCommand["words"], name: string): McpCommand["words"] {
  const [program, ...rest] = words;
  return [program, ...rest.slice(0, -1), name];
}

/**
 * The name `whetstone` where this program is on the PATH, npx where the project has it installed, else its
 * path. npx may not install anything: it must find what the project chose.
 */
export function mcpCommand(program: string, root: string, path: string): McpCommand {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder) && !isOfNpm(folder));
  if (folders.some((folder) => linksTo(join(folder, "whetstone"), program)))
    return { words: ["whetstone", ...task], portable: true };
  if (linksTo(join(root, "node_modules/.bin/whetstone"), program))
    return { words: ["npx", "--no-install", "whetstone", ...task], portable: true };
  return { words: ["node", program, ...task], portable: false };
}

/** Recognises our command from any installation. */
export function isOurMcpCommand(words: readonly unknown[]): boolean {
  const texts = words.map(String);
  const ends = [serverName, formerName].some((name) =>
    commandNamed(task, name).every((word, index) => texts.at(index - task.length) === word),
  );
  const [starter, ...rest] = texts.slice(0, -task.length);
  if (!ends || starter === undefined) return false;
  if (starter === "whetstone") return rest.length === 0;
  if (starter === "npx") return rest.at(-1) === "whetstone";
  return starter === "node" && rest.length === 1 && /[\\/]cli[\\/]main\.cjs$/.test(rest[0] ?? "");
}

/** npm and npx put such folders on the PATH of the programs they start; a person's PATH has none. */
function isOfNpm(folder: string): boolean {
  return basename(folder) === ".bin" || basename(folder) === "node-gyp-bin";
}

function linksTo(file: string, program: string): boolean {
  return existsSync(file) && realpathSync(file) === program;
}
