import { editsIn, skillIn } from "../edits-in.js";
import type { ToolUse } from "../moment.js";
import { commandAt, mcpServerOf, textAt } from "../read-payload.js";

interface Call {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly tool_use_id: string;
  readonly mcp_server?: { readonly name: string } | undefined;
}

const writing = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/**
 * A tool call of Claude Code: shells have a command line, tools that touch one file a `file_path` or
 * `notebook_path`.
 */
export function toolUseOf({ tool_name, tool_input, tool_use_id, mcp_server }: Call): ToolUse {
  const command = commandAt(tool_input);
  const file = textAt(tool_input, "file_path") ?? textAt(tool_input, "notebook_path");
  return {
    tool: tool_name,
    id: tool_use_id,
    command,
    files: file === undefined ? [] : [file],
    writes: writing.has(tool_name),
    edits: writing.has(tool_name) ? editsIn(tool_input) : [],
    skill: skillIn(tool_name, tool_input),
    adapter: mcp_server?.name ?? mcpServerOf(tool_name),
    input: command ?? file ?? JSON.stringify(tool_input),
  };
}
