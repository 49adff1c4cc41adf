import { oneLine } from "../../base/text/one-line.js";
import type { Failure } from "../failures/failure.js";
import { readFailure } from "../failures/read-failure.js";
import { signatureOf } from "../failures/signature.js";
import { fromText } from "./classify-tool-call.js";
import { isBad, type Reflection, type ToolCall } from "./tool-call.js";
import { toolFamily } from "./tool-family.js";

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
  readonly failure: Failure;
  /** The input with which the same tool worked later in the run. */
  readonly fixedBy?: string;
}

/** An error's line and what failed; more of a tool's output is not a lesson. */
const candidateChars = 280;
/** A longer input is shown by its start. */
const subjectChars = 60;

/**
 * A candidate of a call that failed, was blocked, or ended well although what it ran failed; its kind says
 * whether it may teach. None when it is not a failure, it was never started, or it says nothing at all.
 */
export function candidateOf(call: ToolCall, reflection: Reflection): InsightCandidate | undefined {
  if (!isBad(reflection.result) && reflection.result !== "partial") return undefined;
  if ((call.facts?.exitCode ?? 0) <= 1 && fromText(call).result === "skipped") return undefined;
  const failure = readFailure(call, reflection);
  if (failure.kind === "nothing" || failure.cause === "") return undefined;
  return {
    text: oneLine(`${subject(call, failure)} ${verb(reflection)}: ${failure.cause}`, candidateChars),
    signature: signatureOf(call.tool, failure),
    source: { tool: oneLine(call.tool, subjectChars), by: reflection.by },
    failure,
  };
}

/** "Bash `git push`", "Edit `src/auth.ts`". */
function subject({ tool, input }: ToolCall, { program }: Failure): string {
  const name = toolFamily(tool) === "shell" ? program : inputNamed(input);
  const about = oneLine(name, subjectChars).replaceAll("`", "");
  return about === "" ? oneLine(tool, subjectChars) : `${oneLine(tool, subjectChars)} \`${about}\``;
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
