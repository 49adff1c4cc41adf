import type { NamedSetup, PlannedFile, SetupPlace } from "./agent-setup.js";
import { hasOtherTomlTable, hasOurTomlTable, setTomlTable, unsetTomlTable } from "./edit-toml.js";
import { plannedJsonEntry } from "./json-entry.js";
import { commandNamed, formerName, isOurMcpCommand, type McpCommand, serverName } from "./mcp-command.js";

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

const entries = (name: string) => `MCP server ${name}`;
const theirs = (name: string) => `it names another MCP server '${name}', which was left as it is`;

/** The server in `mcpServers`, where most agents look for it. */
export function plannedServer(path: string, { words }: McpCommand): PlannedFile {
  return underItsName((name) => {
    const [command, ...args] = commandNamed(words, name);
    return plannedJsonEntry(path, {
      path: ["mcpServers", name],
      value: { command, args },
      isOurs: ({ command: program, args: rest }) =>
        Array.isArray(rest) && isOurMcpCommand([program, ...rest]),
      theirs: theirs(name),
      entries: entries(name),
    });
  });
}

/** The server in `mcp`, with its command as one list. */
export function plannedLocalServer(path: string, { words }: McpCommand): PlannedFile {
  return underItsName((name) =>
    plannedJsonEntry(path, {
      path: ["mcp", name],
      value: { type: "local", command: commandNamed(words, name) },
      isOurs: ({ command }) => Array.isArray(command) && isOurMcpCommand(command),
      theirs: theirs(name),
      entries: entries(name),
    }),
  );
}

/** The server as a table of a TOML file. */
export function plannedServerTable(path: string, { words }: McpCommand): PlannedFile {
  return underItsName((name) => tableNamed(path, words, name));
}

function tableNamed(path: string, words: McpCommand["words"], name: string): PlannedFile {
  const table = { outer: "mcp_servers", name };
  const [command, ...args] = commandNamed(words, name);
  const left = (before: string | null) => (hasOtherTomlTable(before ?? "", table) ? theirs(name) : undefined);
  return {
    path,
    entries: entries(name),
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

/** The file with our server under the name that it has there, else under that of the product. */
function underItsName(named: (name: string) => PlannedFile): PlannedFile {
  const [now, former] = [named(serverName), named(formerName)];
  const inText = (text: string | null) => (text !== null && former.holdsOurs(text) ? former : now);
  return {
    path: now.path,
    entries: now.entries,
    after: (before) => inText(before).after(before),
    left: (before) => inText(before).left?.(before),
    holdsOurs: (text) => inText(text).holdsOurs(text),
    without: (text, before) => inText(text).without(text, before),
  };
}
