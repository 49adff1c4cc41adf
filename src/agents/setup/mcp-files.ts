import type { NamedSetup, PlannedFile, SetupPlace } from "./agent-setup.js";
import { hasOtherTomlTable, hasOurTomlTable, setTomlTable, unsetTomlTable } from "./edit-toml.js";
import { plannedJsonEntry } from "./json-entry.js";
import { isOurMcpCommand, type McpCommand, serverName } from "./mcp-command.js";

/** The file that gives an agent our tools; empty where it has no such file, or no server is wanted. */
export function mcpFiles(
  { mcpFile }: Pick<NamedSetup, "mcpFile">,
  { root, mcp, isTracked = () => false }: SetupPlace,
): readonly PlannedFile[] {
  if (mcp === undefined || mcpFile === undefined) return [];
  const file = mcpFile(root, mcp);
  if (mcp.portable || !isTracked(file.path)) return [file];
  const why = "git tracks this file, and the server could only be named by a path of this machine";
  const next = "run 'npm install --global whetstone', then 'whetstone init' again";
  return [{ ...file, after: (before) => before ?? "", left: () => `${why}; ${next}` }];
}

const entries = `MCP server ${serverName}`;
const theirs = `it names another MCP server '${serverName}', which was left as it is`;

/** The server in `mcpServers`, where most agents look for it. */
export function plannedServer(path: string, { words: [command, ...args] }: McpCommand): PlannedFile {
  return plannedJsonEntry(path, {
    path: ["mcpServers", serverName],
    value: { command, args },
    isOurs: ({ command: program, args: rest }) => Array.isArray(rest) && isOurMcpCommand([program, ...rest]),
    theirs,
    entries,
  });
}

/** The server in `mcp`, with its command as one list. */
export function plannedLocalServer(path: string, { words }: McpCommand): PlannedFile {
  return plannedJsonEntry(path, {
    path: ["mcp", serverName],
    value: { type: "local", command: words },
    isOurs: ({ command }) => Array.isArray(command) && isOurMcpCommand(command),
    theirs,
    entries,
  });
}

const table = { outer: "mcp_servers", name: serverName };

/** The server as a table of a TOML file. */
export function plannedServerTable(path: string, { words: [command, ...args] }: McpCommand): PlannedFile {
  const left = (before: string | null) => (hasOtherTomlTable(before ?? "", table) ? theirs : undefined);
  return {
    path,
    entries,
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
