import { homedir } from "node:os";
import { environmentFrom, type Variables } from "../../base/config/environment.js";
import { loadConfig } from "../../base/config/load.js";
import { foldersPlace, teamsPlace } from "../../base/project/places.js";
import { openProject } from "../../verbs/open/open-whetstone.js";
import { WarmProjects } from "../../verbs/open/warm-projects.js";
import { callerOf } from "./caller-of.js";
import { createMcpServer } from "./create-server.js";
import { LineLimit } from "./line-limit.js";
import { StdioServerTransport, serveStdio } from "./sdk.js";
import { type ToolSet, verbTools } from "./verb-tool.js";

export interface StdioOptions {
  /** The name that the server gives itself. */
  readonly name: string;
  readonly version: string;
  /** The name of a caller that gives none. */
  readonly agent: string;
  readonly root: string;
  readonly tools: ToolSet;
  readonly env: Variables;
  readonly set: readonly string[];
}

/** A project that is not used for this long is closed. */
const idleMs = 300_000;

/** The longest text of a tool is a mebibyte; as JSON it may be six times as long. */
const lineBytesAtMost = 8_388_608;

/** The transport has not seen the line, so it does not answer it. */
function refuseLine(id: string | number | null): void {
  const message = `Invalid Request: a line may have at most ${lineBytesAtMost} bytes; send less at once`;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32600, message } })}\n`);
}

/** Serves tools on standard input and output until the agent closes them. */
export async function serveOnStdio(options: StdioOptions): Promise<void> {
  const { name, version, agent, root, env, set } = options;
  const user = { env, platform: process.platform, home: environmentFrom(env).home ?? homedir() };
  const projects = new WarmProjects({
    idleMs,
    clock: Date.now,
    home: environmentFrom(env).home,
    folders: foldersPlace(user),
    teams: teamsPlace(user),
    open: (folder) => openProject({ root: folder, env, set, ...callerOf(undefined, undefined, agent) }),
  });
  // Without the project's file, which the author of the repository wrote.
  const { mcpProjects: otherProjects } = loadConfig({ env, set }).config.hosts;
  const connection = { projects, root, agent, otherProjects };
  const tools = await verbTools(options.tools);
  const transport = new StdioServerTransport(process.stdin.pipe(new LineLimit(lineBytesAtMost, refuseLine)));
  const ended = new Promise<void>((resolve) => process.stdin.once("close", resolve).once("end", resolve));
  const handle = serveStdio(() => createMcpServer(name, version, tools, connection), {
    transport,
  });
  const timer = setInterval(() => void projects.closeIdle(), idleMs);
  await ended;
  clearInterval(timer);
  await handle.close();
  await projects.close();
}
