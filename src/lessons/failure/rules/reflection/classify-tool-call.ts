import { decidingPrograms } from "../../../../reading/shell/outcome.js";
import { toolFamily } from "../../../../reading/tool-family.js";
import { hostMessage } from "./host-message.js";
import { answerOfExitCode } from "./program-kinds.js";
import { shellOutput } from "./shell-output.js";
import {
  type Finding,
  fromFacts,
  isBad,
  type Reflection,
  type TextFinding,
  type ToolCall,
} from "./tool-call.js";
import { toolMessage } from "./tool-message.js";

/**
 * Micro reflection: how one call of a tool went. The host's fields decide whether it went well; the text
 * decides only when there are none, and else which of the good or of the bad results it is: "nothing to
 * commit" never turns an error of the host into a success, and a printed "FAIL" never turns a success into a
 * failure.
 */
export function classifyToolCall(call: ToolCall): Reflection {
  const host = fromFacts(call.facts);
  const text = fromText(call);
  if (host === undefined || isFiner(host, text))
    return { result: text.result, by: "text", because: text.because };
  const found = answerOf(call);
  if (found !== undefined && !isBad(text.result)) {
    const because = `exit code 1 of a program that found ${found}`;
    return { result: found === "nothing" ? "skipped" : "success", by: "host", because };
  }
  return { result: host.result, by: "host", because: host.because };
}

/** Only a bare success or failure leaves something open, and only a result on the same side may fill it. */
function isFiner(host: Finding, text: Finding): boolean {
  if (host.result === "success") return text.result === "partial" || text.result === "skipped";
  return host.result === "failure" && text.result !== "failure" && isBad(text.result);
}

/**
 * `grep` without a match ends with 1, and so does `diff` with one difference. Hosts that hand on the bare code
 * do not mean an error by it.
 */
function answerOf({ tool, input, facts }: ToolCall): ReturnType<typeof answerOfExitCode> {
  if (facts?.exitCode !== 1 || facts.isError === true || toolFamily(tool) !== "shell") return undefined;
  const last = decidingPrograms(input).deciding.at(-1);
  return last && answerOfExitCode(last);
}

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
