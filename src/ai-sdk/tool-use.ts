import { toolFamily } from "../engines/reflection/tool-family.js";
import type { ToolUse } from "../hosts/moment.js";
import { mcpServerOf, textAt } from "../hosts/read-payload.js";

/** What a call of a tool does, as far as its arguments do not say so under the usual names. */
export interface CallFacts {
  /** The command line, for tools that run one. */
  readonly command?: string;
  readonly files?: readonly string[];
  /** Whether it changes those files. */
  readonly writes?: boolean;
  /** The outside service that it works through, whose policy counts. */
  readonly adapter?: string;
}

export type DescribeCall = (call: {
  readonly tool: string;
  readonly input: unknown;
}) => CallFacts | undefined;

/** What authors call the argument that names a file. */
const fileFields = ["path", "file", "filePath", "file_path"];

/** A call of a tool of the AI SDK, whose names and arguments are its author's. */
export function toolUseOf(
  tool: string,
  id: string | undefined,
  input: unknown,
  told: CallFacts = {},
): ToolUse {
  const command = told.command ?? textAt(input, "command");
  const named = fileFields.flatMap((field) => textAt(input, field) ?? []).slice(0, 1);
  const files = told.files ?? named;
  return {
    tool,
    id,
    command,
    files,
    writes: told.writes ?? toolFamily(tool) === "edit",
    adapter: told.adapter ?? mcpServerOf(tool),
    input: command ?? files[0] ?? plain(input),
  };
}

/** Any value as a text. What cannot be written as JSON has no text. */
export function plain(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
