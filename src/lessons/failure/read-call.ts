import { masked } from "../../base/text/masked.js";
import { callChars } from "../../log/events/reflection.js";
import { causingLine, printedLines } from "../../reading/output.js";
import { toolFamily } from "../../reading/tool-family.js";
import type { Context } from "../../verbs/call/context.js";
import { editsFiles, type QuotedCall, type SeenCall, sortOf, withHiddenProse } from "./rules/call.js";
import { classifyToolCall, fromText } from "./rules/reflection/classify-tool-call.js";
import { type HostFacts, isBad, type Reflection, type ToolCall } from "./rules/reflection/tool-call.js";
import type { FailureKind } from "./rules/state.js";
import { isStopText } from "./rules/text.js";

/** A tool call that is over. */
export interface FinishedCall {
  readonly tool: string;
  readonly input: string;
  readonly output: string;
  readonly facts?: { readonly [Fact in keyof HostFacts]?: HostFacts[Fact] | undefined } | undefined;
}

/** A finished call as the rules read it. */
export interface ReadCall {
  readonly reflection: Reflection;
  /** What may be kept of it. */
  readonly seen: SeenCall;
  /** What failed; undefined when nothing did, and when it was stopped or never started. */
  readonly kind: FailureKind | undefined;
}

/** Hooks and transcripts read a call by this one function. */
export function readCall(context: Context, given: FinishedCall): ReadCall {
  const call = toToolCall(given);
  const reflection = classifyToolCall(call);
  const refused =
    reflection.result === "blocked" || isStopText(call.output) || neverStarted(call, reflection);
  const failed = !refused && isBad(reflection.result);
  const quoted = quotedCall(context, call);
  const lines = masked(printedLines(call.output).join("\n"), context.places.root).split("\n").filter(Boolean);
  const cause = failed || refused ? causingLine(quoted.text, lines) : undefined;
  const seen = {
    ...quoted,
    failed,
    ...(refused ? { refused } : {}),
    lines,
    edits: !failed && !refused && changesFiles(quoted),
    ...(cause === undefined ? {} : { cause }),
  };
  // A host reports a call that we stopped before it ran as refused by a hook.
  return { reflection, seen, kind: isStopText(call.output) ? undefined : kindOf(reflection, seen) };
}

/** A call as it is compared: of what people wrote in it for people only digests. */
export function quotedCall(
  { places }: Context,
  { tool, input }: Pick<ToolCall, "tool" | "input">,
): QuotedCall {
  const sort = sortOf(tool);
  const text = masked(input, places.root).slice(0, callChars);
  return { tool, sort, text: sort === "shell" ? withHiddenProse(text) : text };
}

/** A host cancels the calls beside one that failed, and reports them as failed too. */
function neverStarted(call: ToolCall, { result }: Reflection): boolean {
  return isBad(result) && (call.facts?.exitCode ?? 0) <= 1 && fromText(call).result === "skipped";
}

function changesFiles({ tool, sort, text }: QuotedCall): boolean {
  return sort === "shell" ? editsFiles(text) : toolFamily(tool) === "edit";
}

function kindOf({ result }: Reflection, { failed, sort, cause = "" }: SeenCall): FailureKind | undefined {
  if (result === "blocked") return "refused";
  if (!failed) return undefined;
  if (sort === "file") return "host-tool";
  return cause === "" ? "empty" : "call";
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
