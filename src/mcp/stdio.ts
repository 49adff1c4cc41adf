import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { openProject } from "../compose/open-whetstone.js";
import { WarmProjects } from "../compose/warm-projects.js";
import { environmentFrom, type Variables } from "../config/environment.js";
import { loadConfig } from "../config/load.js";
import { createMcpServer } from "./create-server.js";
import { PlanTimes } from "./plan-times.js";
import { verbTools } from "./verb-tool.js";
import { whoCalls } from "./who-calls.js";

export interface StdioOptions {
  /** The name that the server gives itself. */
  readonly name: string;
  readonly version: string;
  /** The name of a caller that gives none. */
  readonly agent: string;
  readonly root: string;
  readonly env: Variables;
  readonly set: readonly string[];
}

/** A project that is not used for this long is closed. */
const idleMs = 300_000;

/** Serves tools on standard input and output until the agent closes them. */
export async function serveOnStdio({ name, version, agent, root, env, set }: StdioOptions): Promise<void> {
  const projects = new WarmProjects({
    idleMs,
    clock: Date.now,
    home: environmentFrom(env).home,
    open: (folder) => openProject({ root: folder, env, set, ...whoCalls(undefined, undefined, agent) }),
  });
  // Without the project's file, which whoever wrote the repository chose.
  const { mcpProjects: otherProjects } = loadConfig({ env, set }).config.hosts;
  const connection = { projects, root, agent, plans: new PlanTimes(), otherProjects };
  const tools = await verbTools();
  const transport = new StdioServerTransport();
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
