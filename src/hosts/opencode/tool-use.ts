import type { ToolUse } from "../moment.js";
import { textAt } from "../read-payload.js";

/** OpenCode's tools by the names that lessons use, so that one lesson serves every host. */
const names: Readonly<Record<string, string>> = {
  bash: "Bash",
  edit: "Edit",
  patch: "Edit",
  write: "Write",
  read: "Read",
  webfetch: "WebFetch",
  task: "Agent",
};

export const opencodeTools = [...new Set(Object.values(names))];

const writing = new Set(["edit", "patch", "write"]);

/** A tool call of OpenCode. Its MCP tools do not name their server. */
export function toolUseOf(tool: string, id: string, args: Readonly<Record<string, unknown>>): ToolUse {
  const command = textAt(args, "command");
  const file = textAt(args, "filePath");
  return {
    tool: names[tool] ?? tool,
    id,
    command,
    files: file === undefined ? [] : [file],
    writes: writing.has(tool),
    adapter: undefined,
    input: command ?? file ?? JSON.stringify(args),
  };
}
