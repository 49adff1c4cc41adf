/** An MCP server with one tool, whose credentials are no longer good. */
import { createInterface } from "node:readline";

const tool = {
  name: "list_issues",
  description: "Lists the open issues",
  inputSchema: { type: "object", properties: {} },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "tracker", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": () => ({
    isError: true,
    content: [{ type: "text", text: "401 Unauthorized: the access token has expired" }],
  }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = (answers[method] ?? (() => ({})))(params ?? {});
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
