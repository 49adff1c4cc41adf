import { type CallResult, resultIn } from "./call-result.js";
import { type ModelRequest, partsOf } from "./model-request.js";

export interface SeenResult {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly result: () => CallResult;
}

/**
 * The results of tools that a request tells the model, also of those that nobody guards and of arguments that
 * the SDK refused.
 */
export function resultsIn({ prompt }: ModelRequest): readonly SeenResult[] {
  const parts = prompt.flatMap(({ content }) => (typeof content === "string" ? [] : partsOf(content)));
  const inputs = new Map(
    parts.flatMap(({ type, toolCallId, input }) =>
      type === "tool-call" ? [[toolCallId, input] as const] : [],
    ),
  );
  return parts.flatMap(({ type, toolCallId: id, toolName: tool, output }) =>
    type === "tool-result" && typeof id === "string" && typeof tool === "string" && output !== undefined
      ? [{ id, tool, input: inputs.get(id), result: () => resultIn(output) }]
      : [],
  );
}
