import { commonToolName, toolFamily } from "../../reading/tool-family.js";
import { editsIn, skillIn } from "../edits-in.js";
import type { ToolUse } from "../moment.js";
import { commandAt, mcpServerOf, textAt } from "../read-payload.js";

interface Call {
  readonly timestamp: string;
  readonly tool_name: string;
  readonly tool_input?: unknown;
}

/** Copilot CLI's tools by the names that lessons use. */
export const copilotTools = ["Bash", "Edit", "Write", "Read", "Grep", "Glob", "Agent"];

/** Enough of a call to tell it from another one of the same instant. */
const idChars = 300;

/** A tool call of Copilot CLI. Its calls have no id: the time, the tool and the input stand for one. */
export function toolUseOf({ timestamp, tool_name, tool_input }: Call): ToolUse {
  const command = commandAt(tool_input);
  const file = textAt(tool_input, "path");
  const writes = toolFamily(tool_name) === "edit";
  const input = command ?? file ?? JSON.stringify(tool_input ?? "");
  return {
    tool: commonToolName(tool_name),
    id: `${timestamp} ${tool_name} ${input}`.slice(0, idChars),
    command,
    files: file === undefined ? [] : [file],
    writes,
    edits: writes ? editsIn(tool_input) : [],
    adapter: mcpServerOf(tool_name),
    skill: skillIn(tool_name, tool_input),
    input,
  };
}
