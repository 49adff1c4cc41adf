import type { Config } from "../../config/settings.js";
import { oneLine } from "../../text/one-line.js";
import { errorLine } from "./error-line.js";
import { fromText } from "./from-text.js";
import { programNamed, signatureOf } from "./signature-of.js";
import { isBad, type Reflection, type ToolCall } from "./tool-call.js";

/**
 * What one call may teach. Short-lived: it is worth keeping only if it comes back or somebody makes a lesson
 * of it.
 */
export interface InsightCandidate {
  /** One safe line. */
  readonly text: string;
  /** Equal for the same failure in another call, run or task. */
  readonly signature: string;
  readonly source: { readonly tool: string; readonly by: Reflection["by"] };
  /** The input with which the same tool worked later in the run. */
  readonly fixedBy?: string;
}

/** Longer inputs are told by their start. */
const inputChars = 60;

/**
 * A candidate of a call that failed, was blocked, or ended well although what it ran failed. None when
 * nothing can be learned from it: there was nothing to do, it was never started, or it says nothing at all.
 */
export function candidateOf(
  call: ToolCall,
  reflection: Reflection,
  { textAtMostChars }: Pick<Config["directives"], "textAtMostChars">,
): InsightCandidate | undefined {
  if (!isBad(reflection.result) && reflection.result !== "partial") return undefined;
  if (fromText(call).result === "skipped") return undefined;
  const line = errorLine(call.output);
  if (line === "") return undefined;
  return {
    text: oneLine(`${subject(call)} ${verb(reflection)}: ${line}`, textAtMostChars),
    signature: signatureOf(call),
    source: { tool: oneLine(call.tool, inputChars), by: reflection.by },
  };
}

/** "Bash `go test`", "Edit `src/auth.ts`". */
function subject(call: ToolCall): string {
  const about = oneLine(programNamed(call) || inputNamed(call.input), inputChars).replaceAll("`", "");
  return about === "" ? oneLine(call.tool, inputChars) : `${oneLine(call.tool, inputChars)} \`${about}\``;
}

/** Of a path its last two parts: the folders above are those of one machine. */
function inputNamed(input: string): string {
  const path = /^(?:[A-Za-z]:)?[^\s"'{]{0,1000}[/\\][^\s"'{]{1,400}$/.test(input.slice(0, 1_400));
  return path ? input.slice(0, 1_400).split(/[/\\]/).slice(-2).join("/") : input.slice(0, 1_400);
}

function verb({ result, because }: Reflection): string {
  if (result === "blocked") return /person/.test(because) ? "was refused by a person" : "was blocked";
  if (result === "inapplicable") return "was not available";
  return result === "partial" ? "failed in part" : "failed";
}
