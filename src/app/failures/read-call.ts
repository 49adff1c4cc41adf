import { masked } from "../../base/text/masked.js";
import { isStopText } from "../../engines/failures/lesson-text.js";
import { candidateOf, type InsightCandidate } from "../../engines/reflection/candidates.js";
import { classifyToolCall } from "../../engines/reflection/classify-tool-call.js";
import type { HostFacts, Reflection, ToolCall } from "../../engines/reflection/tool-call.js";
import type { Context } from "../context.js";

/** A tool call that is over. */
export interface FinishedCall {
  readonly tool: string;
  readonly input: string;
  readonly output: string;
  readonly facts?: { readonly [Fact in keyof HostFacts]?: HostFacts[Fact] | undefined } | undefined;
}

/** A finished call as the rules read it. */
export interface ReadCall {
  readonly call: ToolCall;
  readonly reflection: Reflection;
  /** Its failure; undefined when it did not fail. The log knows the failure by the masked signature. */
  readonly candidate: InsightCandidate | undefined;
}

/** Hooks and transcripts read a call by this one function. */
export function readCall({ places }: Context, given: FinishedCall): ReadCall {
  const call = toToolCall(given);
  const reflection = classifyToolCall(call);
  // A host may report a call that was stopped before it ran.
  const found = isStopText(call.output) ? undefined : candidateOf(call, reflection);
  const candidate = found && { ...found, signature: masked(found.signature, places.root).slice(0, 500) };
  return { call, reflection, candidate };
}

function toToolCall({ tool, input, output, facts }: FinishedCall): ToolCall {
  const known = Object.entries(facts ?? {}).filter(([, value]) => value !== undefined);
  return {
    tool,
    input,
    output,
    ...(known.length === 0 ? {} : { facts: Object.fromEntries(known) as HostFacts }),
  };
}
