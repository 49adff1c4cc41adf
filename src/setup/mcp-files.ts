import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlannedFile, SetupPlace } from "./agent-setup.js";
import { hasOtherTomlTable, hasOurTomlTable, setTomlTable, unsetTomlTable } from "./edit-toml.js";
import { type JsonEntry, plannedJsonEntry } from "./json-entry.js";
import { isOurMcpCommand, type McpCommand, serverName } from "./mcp-command.js";

/** Where each agent looks for MCP servers of a project, by the agent's name. */
const files: Readonly<Record<string, (root: string, mcp: McpCommand) => PlannedFile>> = {
  "claude-code": (root, mcp) => plannedJsonEntry(join(root, ".mcp.json"), serversEntry(mcp)),
  codex: (root, mcp) => plannedTable(join(root, ".codex/config.toml"), mcp),
  cursor: (root, mcp) => plannedJsonEntry(join(root, ".cursor/mcp.json"), serversEntry(mcp)),
  gemini: (root, mcp) => plannedJsonEntry(join(root, ".gemini/settings.json"), serversEntry(mcp)),
  opencode: (root, mcp) => plannedJsonEntry(opencodeFile(root), opencodeEntry(mcp)),
};

/** The file that gives an agent our tools; empty where it knows no such file, and when nobody wants them. */
export function mcpFiles(
  agent: string,
  { root, mcp, isTracked = () => false }: SetupPlace,
): readonly PlannedFile[] {
  const file = mcp === undefined ? undefined : files[agent]?.(root, mcp);
  if (mcp === undefined || file === undefined) return [];
  if (mcp.portable || !isTracked(file.path)) return [file];
  const left = "git keeps this file, and the server could only be named by a path of this machine";
  return [
    {
      ...file,
      after: (before) => before ?? "",
      left: () => `${left}: npm install --global whetstone, then init`,
    },
  ];
}

const theirs = `it names another MCP server '${serverName}', which was left as it is`;

function serversEntry({ words: [command, ...args] }: McpCommand): JsonEntry {
  return {
    path: ["mcpServers", serverName],
    value: { command, args },
    isOurs: ({ command: program, args: rest }) => Array.isArray(rest) && isOurMcpCommand([program, ...rest]),
    theirs,
  };
}

function opencodeEntry({ words }: McpCommand): JsonEntry {
  return {
    path: ["mcp", serverName],
    value: { type: "local", command: words },
    isOurs: ({ command }) => Array.isArray(command) && isOurMcpCommand(command),
    theirs,
  };
}

/** Where ours is, else the one that is there; OpenCode reads either. */
function opencodeFile(root: string): string {
  const names = ["opencode.jsonc", "opencode.json"].map((name) => join(root, name));
  const here = names.filter((name) => existsSync(name));
  const ours = here.find((name) => readFileSync(name, "utf8").includes(`"${serverName}"`));
  return ours ?? here[0] ?? join(root, "opencode.json");
}

const table = { outer: "mcp_servers", name: serverName };

function plannedTable(path: string, { words: [command, ...args] }: McpCommand): PlannedFile {
  const left = (before: string | null) => (hasOtherTomlTable(before ?? "", table) ? theirs : undefined);
  return {
    path,
    left,
    after: (before) =>
      left(before) === undefined ? setTomlTable(before ?? "", table, { command, args }) : (before ?? ""),
    holdsOurs: (text) => hasOurTomlTable(text, table),
    without: (text, before) => {
      const rest = unsetTomlTable(text, table);
      return rest === "" && before !== "" ? null : rest;
    },
  };
}
