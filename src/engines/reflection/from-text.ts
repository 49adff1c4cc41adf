import { hostMessage, type TextFinding } from "./host-message.js";
import { shellOutput } from "./shell-output.js";
import type { ToolCall } from "./tool-call.js";
import { toolFamily } from "./tool-family.js";
import { toolMessage } from "./tool-message.js";

/**
 * The last resort: what the name of a tool, its input and the text of its output say of a call, with the
 * fields that a host would have reported (`facts`). A message of the host comes first, then the table of the
 * tool's family.
 */
export function fromText({ tool, input, output }: Pick<ToolCall, "tool" | "input" | "output">): TextFinding {
  const family = toolFamily(tool);
  return (
    hostMessage(output) ?? (family === "shell" ? shellOutput(input, output) : toolMessage(family, output))
  );
}
