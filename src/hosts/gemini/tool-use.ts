import type { ToolUse } from "../moment.js";
import { textAt } from "../read-payload.js";

interface Call {
  readonly timestamp: string;
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly mcp_context?: { readonly server_name: string; readonly tool_name: string } | undefined;
}

/** Gemini CLI's tools by the names that lessons use, so that one lesson serves every host. */
const names: Readonly<Record<string, string>> = {
  run_shell_command: "Bash",
  replace: "Edit",
  write_file: "Write",
  read_file: "Read",
  web_fetch: "WebFetch",
  google_web_search: "WebSearch",
  invoke_agent: "Agent",
};

export const geminiTools = Object.values(names);

const writing = new Set(["replace", "write_file"]);

/** Enough of a call to tell it from another one of the same instant. */
const idChars = 300;

/** A tool call of Gemini CLI. Its calls have no id: the time, the tool and the input stand for one. */
export function toolUseOf({ timestamp, tool_name, tool_input, mcp_context: mcp }: Call): ToolUse {
  const command = textAt(tool_input, "command");
  const file = textAt(tool_input, "file_path");
  const input = command ?? file ?? JSON.stringify(tool_input);
  return {
    tool: mcp === undefined ? (names[tool_name] ?? tool_name) : `mcp__${mcp.server_name}__${mcp.tool_name}`,
    id: `${timestamp} ${tool_name} ${input}`.slice(0, idChars),
    command,
    files: file === undefined ? [] : [file],
    writes: writing.has(tool_name),
    adapter: mcp?.server_name,
    input,
  };
}
