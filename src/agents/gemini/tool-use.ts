import { commonToolName, toolFamily } from "../../reading/tool-family.js";
import { editsIn } from "../edits-in.js";
import type { ToolUse } from "../moment.js";
import { commandAt, textAt } from "../read-payload.js";

interface Call {
  readonly timestamp: string;
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly mcp_context?: { readonly server_name: string; readonly tool_name: string } | undefined;
}

/** Gemini CLI's tools by the names that lessons use. */
export const geminiTools = [
  "run_shell_command",
  "replace",
  "write_file",
  "read_file",
  "web_fetch",
  "google_web_search",
  "invoke_agent",
].map(commonToolName);

/** Enough of a call to tell it from another one of the same instant. */
const idChars = 300;

/** A tool call of Gemini CLI. Its calls have no id: the time, the tool and the input stand for one. */
export function toolUseOf({ timestamp, tool_name, tool_input, mcp_context: mcp }: Call): ToolUse {
  const command = commandAt(tool_input);
  const file = textAt(tool_input, "file_path");
  const input = command ?? file ?? JSON.stringify(tool_input);
  return {
    tool: mcp === undefined ? commonToolName(tool_name) : `mcp__${mcp.server_name}__${mcp.tool_name}`,
    id: `${timestamp} ${tool_name} ${input}`.slice(0, idChars),
    command,
    files: file === undefined ? [] : [file],
    writes: toolFamily(tool_name) === "edit",
    edits: toolFamily(tool_name) === "edit" ? editsIn(tool_input) : [],
    adapter: mcp?.server_name,
    input,
  };
}
