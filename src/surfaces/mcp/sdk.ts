/** What is used of the SDK of MCP. The build puts it into a file of its own: it is large, and only servers load it. */
export { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
export { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
