import { toolFamily } from "../../reading/tool-family.js";
import { editsIn } from "../edits-in.js";
import type { ToolUse } from "../moment.js";
import { mcpServerOf, textAt } from "../read-payload.js";

/** What a tool call does, for arguments that do not have the usual names. */
export interface CallFacts {
  /** The command line, for tools that run one. */
  readonly command?: string;
  readonly files?: readonly string[];
  /** Whether it changes those files. */
  readonly writes?: boolean;
  /** The outside service that it uses, whose policy applies. */
  readonly adapter?: string;
}

export type DescribeCall = (call: {
  readonly tool: string;
  readonly input: unknown;
}) => CallFacts | undefined;

/** Usual names of the argument that names a file. */
const fileFields = ["path", "file", "filePath", "file_path"];

/** A tool call of the AI SDK. The author of the tool chose its name and its arguments. */
export function callToToolUse(
  tool: string,
  id: string | undefined,
  input: unknown,
  described: CallFacts = {},
): ToolUse {
  const command = described.command ?? textAt(input, "command");
  const named = fileFields.flatMap((field) => textAt(input, field) ?? []).slice(0, 1);
  const files = described.files ?? named;
  const writes = described.writes ?? toolFamily(tool) === "edit";
  return {
    tool,
    id,
    command,
    files,
    writes,
    edits: writes ? editsIn(input) : [],
    adapter: described.adapter ?? mcpServerOf(tool),
    input: command ?? files[0] ?? asText(input),
  };
}

/** Empty for a value that cannot be written as JSON. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
