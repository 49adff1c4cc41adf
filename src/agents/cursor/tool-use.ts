import { commonToolName } from "../../reading/tool-family.js";
import { editsIn } from "../edits-in.js";
import type { ToolUse } from "../moment.js";
import { commandAt, textAt } from "../read-payload.js";

interface Call {
  readonly tool_name: string;
  readonly tool_input?: unknown;
  readonly tool_use_id?: string | undefined;
}

/** Cursor's tool that writes also edits, so it has both names in lessons. */
function lessonNames(tool: string): readonly [string, ...string[]] {
  return tool === "Write" ? ["Edit", "Write"] : [commonToolName(tool)];
}

export const cursorTools = ["Bash", "Edit", "Write", "Read", "Grep", "Agent"];

/** A tool call of Cursor, once for each name in lessons. Its MCP tools do not name their server. */
export function toolUsesOf({ tool_name, tool_input, tool_use_id }: Call): readonly [ToolUse, ...ToolUse[]] {
  const command = commandAt(tool_input);
  // The documentation names only the field of a shell; its other events call a file by one of these.
  const file = textAt(tool_input, "file_path") ?? textAt(tool_input, "path");
  const [tool, ...others] = lessonNames(tool_name);
  const use = {
    tool,
    id: tool_use_id,
    command,
    files: file === undefined ? [] : [file],
    writes: tool_name === "Write",
    edits: tool_name === "Write" ? editsIn(tool_input) : [],
    adapter: undefined,
    input: command ?? file ?? JSON.stringify(tool_input ?? ""),
  };
  return [use, ...others.map((name) => ({ ...use, tool: name }))];
}
