/** The MCP server that a tool belongs to: `mcp__github__create_issue` works through `github`. */
export function mcpServerOf(tool: string): string | undefined {
  const [prefix, server] = tool.split("__");
  return prefix === "mcp" && server ? server : undefined;
}
