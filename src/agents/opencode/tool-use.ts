import { commonToolName, toolFamily } from "../../reading/tool-family.js";
import { editsIn, skillIn } from "../edits-in.js";
import type { ToolUse } from "../moment.js";
import { commandAt, textAt } from "../read-payload.js";

/** OpenCode's tools by the names that lessons use. */
export const opencodeTools = ["bash", "edit", "write", "read", "webfetch", "task"].map(commonToolName);

/** A tool call of OpenCode. Its MCP tools do not name their server. */
export function toolUseOf(tool: string, id: string, args: Readonly<Record<string, unknown>>): ToolUse {
  const command = commandAt(args);
  const file = textAt(args, "filePath");
  return {
    tool: commonToolName(tool),
    id,
    command,
    files: file === undefined ? [] : [file],
    writes: toolFamily(tool) === "edit",
    edits: toolFamily(tool) === "edit" ? editsIn(args) : [],
    skill: skillIn(tool, args),
    adapter: undefined,
    input: command ?? file ?? JSON.stringify(args),
  };
}
