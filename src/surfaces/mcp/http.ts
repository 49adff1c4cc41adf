import type { WarmProjects } from "../../verbs/open/warm-projects.js";
import { createMcpServer } from "./create-server.js";
import { createMcpHandler } from "./sdk.js";
import { verbTools } from "./verb-tool.js";

export interface HttpOptions {
  readonly version: string;
  readonly bodyMaxBytes: number;
  readonly projects: WarmProjects;
  readonly otherProjects: readonly string[];
}

/**
 * Answers one request of Streamable HTTP. Each parameter of the address is optional:
 * `/mcp?root=/your/project&name=hive&agent=worker-1&tools=all`.
 */
export async function answerMcp(request: Request, options: HttpOptions): Promise<Response> {
  const { version, bodyMaxBytes, projects, otherProjects } = options;
  const query = new URL(request.url).searchParams;
  const connection = {
    projects,
    root: query.get("root") ?? undefined,
    agent: query.get("agent") ?? "mcp",
    otherProjects,
  };
  const tools = await verbTools(query.get("tools") === "all" ? "all" : "few");
  const handler = createMcpHandler(
    () => createMcpServer(query.get("name") ?? "whetstone", version, tools, connection),
    {
      maxRequestBodySize: bodyMaxBytes,
    },
  );
  return handler.fetch(request);
}
