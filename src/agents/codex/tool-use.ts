import { editsIn } from "../edits-in.js";
import type { ToolUse } from "../moment.js";
import { commandAt, mcpServerOf, textAt } from "../read-payload.js";

interface Call {
  readonly tool_name: string;
  readonly tool_input: unknown;
  readonly tool_use_id: string;
}

/**
 * A tool call of Codex, which edits files by a patch on a command line. Lessons name the tool Edit on every
 * host, so that one lesson serves all of them.
 */
export function toolUseOf({ tool_name, tool_input, tool_use_id }: Call): ToolUse {
  const command = commandAt(tool_input);
  const patched = patchedFiles(command ?? textAt(tool_input, "input") ?? "");
  const edits = patched.length > 0;
  return {
    tool: edits ? "Edit" : tool_name,
    id: tool_use_id,
    command: edits ? undefined : command,
    files: patched,
    writes: edits,
    edits: edits ? editsIn(tool_input) : [],
    adapter: mcpServerOf(tool_name),
    input: edits ? patched.join(" ") : (command ?? JSON.stringify(tool_input ?? "")),
  };
}

/** The files that a patch adds, changes, deletes or moves to. */
function patchedFiles(text: string): readonly string[] {
  if (!text.includes("*** Begin Patch")) return [];
  const named = text.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,1000})$/gm);
  return [...named].flatMap(([, file]) => (file === undefined ? [] : [file.trim()]));
}
