import type { ToolUse } from "../moment.js";
import { textAt } from "../read-payload.js";

interface Call {
  readonly tool_name: string;
  readonly tool_input?: unknown;
  readonly tool_use_id?: string | undefined;
}

/**
 * Its tools by the names that lessons use. One tool both writes and edits, so a lesson about either is asked.
 */
const names: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Shell: ["Bash"],
  Write: ["Edit", "Write"],
  Task: ["Agent"],
};

export const cursorTools = ["Bash", "Edit", "Write", "Read", "Grep", "Agent"];

/**
 * A tool call of Cursor, once for each name that lessons know it by. Its MCP tools do not say which server
 * they belong to.
 */
export function toolUsesOf({ tool_name, tool_input, tool_use_id }: Call): readonly [ToolUse, ...ToolUse[]] {
  const command = textAt(tool_input, "command");
  // The documentation names the field of a shell only; these two are what its other events call a file.
  const file = textAt(tool_input, "file_path") ?? textAt(tool_input, "path");
  const [tool, ...others] = names[tool_name] ?? [tool_name];
  const use = {
    tool,
    id: tool_use_id,
    command,
    files: file === undefined ? [] : [file],
    writes: tool_name === "Write",
    adapter: undefined,
    input: command ?? file ?? JSON.stringify(tool_input ?? ""),
  };
  return [use, ...others.map((name) => ({ ...use, tool: name }))];
}
