import type { MomentOf } from "../hosts/moment.js";
import { textAt } from "../hosts/read-payload.js";
import type { Part } from "./model-request.js";
import { plain } from "./tool-use.js";

export type CallResult = Pick<MomentOf<"after-tool">, "output" | "facts">;

/** A tool that gave an answer. One that ran a program may say in it how that ended. */
export function resultOf(output: unknown): CallResult {
  const exitCode = codeIn(output);
  if (exitCode === undefined) return { output: "", facts: { isError: false } };
  const printed = [textAt(output, "stdout"), textAt(output, "stderr")].filter((part) => part).join("\n");
  return { output: printed, facts: { exitCode } };
}

function codeIn(output: unknown): number | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  const code: unknown = Reflect.get(output, "exitCode");
  return Number.isInteger(code) ? (code as number) : undefined;
}

/** A tool that threw. What the caller called off did not fail. */
export function failureOf(error: unknown, calledOff: boolean): CallResult {
  const output = error instanceof Error ? error.message : plain(error);
  return { output, facts: calledOff ? { interrupted: true } : { isError: true } };
}

/** A result as it stands in the next request. */
export function resultIn({ type, value, reason }: NonNullable<Part["output"]>): CallResult {
  if (type === "error-text" || type === "error-json")
    return { output: plain(value), facts: { isError: true } };
  if (type === "execution-denied") return { output: plain(reason ?? ""), facts: { rejected: true } };
  return type === "json" ? resultOf(value) : { output: "", facts: { isError: false } };
}
