import type { MomentOf } from "../moment.js";
import { textAt } from "../read-payload.js";
import { type MessagePart, type ModelRequest, messageParts } from "./model-request.js";
import { asText } from "./tool-use.js";

export type CallResult = Pick<MomentOf<"after-tool">, "output" | "facts">;

/** The result of a tool that returned. If it ran a program, the value may hold the exit code. */
export function resultOfReturn(output: unknown): CallResult {
  const exitCode = exitCodeIn(output);
  if (exitCode === undefined) return { output: "", facts: { isError: false } };
  const printed = [textAt(output, "stdout"), textAt(output, "stderr")].filter((part) => part).join("\n");
  return { output: printed, facts: { exitCode } };
}

function exitCodeIn(output: unknown): number | undefined {
  if (typeof output !== "object" || output === null) return undefined;
  const code: unknown = Reflect.get(output, "exitCode");
  return Number.isInteger(code) ? (code as number) : undefined;
}

/** The result of a tool that threw. A call that was aborted did not fail. */
export function resultOfThrow(error: unknown, aborted: boolean): CallResult {
  const output = error instanceof Error ? error.message : asText(error);
  return { output, facts: aborted ? { interrupted: true } : { isError: true } };
}

export interface SeenResult {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly result: () => CallResult;
}

/**
 * The tool results in a request. They include those of tools that are not guarded, and of calls whose
 * arguments the SDK refused.
 */
export function resultsIn({ prompt }: ModelRequest): readonly SeenResult[] {
  const parts = prompt.flatMap(({ content }) => (typeof content === "string" ? [] : messageParts(content)));
  const inputs = new Map(
    parts.flatMap(({ type, toolCallId, input }) =>
      type === "tool-call" ? [[toolCallId, input] as const] : [],
    ),
  );
  return parts.flatMap(({ type, toolCallId: id, toolName: tool, output }) =>
    type === "tool-result" && typeof id === "string" && typeof tool === "string" && output !== undefined
      ? [{ id, tool, input: inputs.get(id), result: () => resultOfPart(output) }]
      : [],
  );
}

function resultOfPart({ type, value, reason }: NonNullable<MessagePart["output"]>): CallResult {
  if (type === "error-text" || type === "error-json")
    return { output: asText(value), facts: { isError: true } };
  if (type === "execution-denied") return { output: asText(reason ?? ""), facts: { rejected: true } };
  return type === "json" ? resultOfReturn(value) : { output: "", facts: { isError: false } };
}
