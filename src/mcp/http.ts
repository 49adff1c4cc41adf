import { createMcpHandler } from "@modelcontextprotocol/server";
import type { WarmProjects } from "../compose/warm-projects.js";
import { createMcpServer } from "./create-server.js";
import type { PlanTimes } from "./plan-times.js";
import { verbTools } from "./verb-tool.js";

export interface HttpOptions {
  readonly version: string;
  readonly bodyMaxBytes: number;
  readonly projects: WarmProjects;
  readonly plans: PlanTimes;
}

/**
 * Answers one request of Streamable HTTP. The address says what a connection is about, and each part may be
 * left out: `/mcp?root=/your/project&name=hive&agent=worker-1`.
 */
export async function answerMcp(request: Request, options: HttpOptions): Promise<Response> {
  const { version, bodyMaxBytes, projects, plans } = options;
  const query = new URL(request.url).searchParams;
  const surroundings = {
    projects,
    root: query.get("root") ?? undefined,
    agent: query.get("agent") ?? "mcp",
    plans,
  };
  const tools = await verbTools();
  const handler = createMcpHandler(
    () => createMcpServer(query.get("name") ?? "whetstone", version, tools, surroundings),
    {
      maxRequestBodySize: bodyMaxBytes,
    },
  );
  return handler.fetch(request);
}
