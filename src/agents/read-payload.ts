/** The text in a field of a value of any type. */
export function textAt(value: unknown, field: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, field);
  return typeof found === "string" ? found : undefined;
}

/** The command line of a tool that runs one: tools are known by this field, whatever their name. */
export function commandAt(input: unknown): string | undefined {
  return textAt(input, "command") ?? textAt(input, "cmd") ?? textAt(input, "script");
}

/** The MCP server of a tool: `mcp__github__create_issue` works through `github`. */
export function mcpServerOf(tool: string): string | undefined {
  const [prefix, server] = tool.split("__");
  return prefix === "mcp" && server ? server : undefined;
}
