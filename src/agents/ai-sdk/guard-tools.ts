import type { ToolUse } from "../moment.js";
import { type CallResult, resultOfReturn, resultOfThrow } from "./call-result.js";

/** Called before and after each tool call. Never throws. */
export interface ToolWatch {
  /** If there is a refusal, the tool must not run; the refusal is the reason. */
  begun(tool: string, id: string | undefined, input: unknown): Promise<BegunCall>;
  ended(use: ToolUse, result: () => CallResult): Promise<void>;
}

export interface BegunCall {
  readonly use: ToolUse;
  readonly refusal?: string;
}

type Execute = (input: unknown, options?: CallOptions) => unknown;

interface CallOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: { readonly aborted: boolean };
}

/**
 * The same tools, each checked before it runs and watched until it ends. A tool without `execute` does not
 * run in this program and stays as it is.
 */
export function guardTools<Tools extends Readonly<Record<string, object>>>(
  tools: Tools,
  watch: ToolWatch,
): Tools {
  const guarded = Object.entries(tools).map(([name, tool]) => [name, guardTool(name, tool, watch)]);
  return Object.fromEntries(guarded) as Tools;
}

function guardTool(name: string, tool: object, watch: ToolWatch): object {
  const execute: unknown = Reflect.get(tool, "execute");
  if (typeof execute !== "function") return tool;
  const call: Execute = (input, options) => execute.call(tool, input, options);
  const guarded = isGenerator(execute) ? guardStream(name, call, watch) : guardCall(name, call, watch);
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, { execute: guarded });
}

/**
 * The SDK checks whether a call returns a stream before it awaits anything, so this must be known before the
 * call.
 */
function isGenerator(execute: object): boolean {
  return Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
}

function guardCall(name: string, call: Execute, watch: ToolWatch): Execute {
  return async (input, options) => {
    const use = await allowed(name, input, options, watch);
    try {
      const output = await lastYielded(await call(input, options));
      await watch.ended(use, () => resultOfReturn(output));
      return output;
    } catch (error) {
      await watch.ended(use, () => resultOfThrow(error, options?.abortSignal?.aborted === true));
      throw error;
    }
  };
}

function guardStream(name: string, call: Execute, watch: ToolWatch): Execute {
  return async function* (input, options) {
    const use = await allowed(name, input, options, watch);
    try {
      const last: { output?: unknown } = {};
      for await (const output of call(input, options) as AsyncIterable<unknown>) {
        last.output = output;
        yield output;
      }
      await watch.ended(use, () => resultOfReturn(last.output));
    } catch (error) {
      await watch.ended(use, () => resultOfThrow(error, options?.abortSignal?.aborted === true));
      throw error;
    }
  };
}

async function allowed(name: string, input: unknown, options: CallOptions | undefined, watch: ToolWatch) {
  const { use, refusal } = await watch.begun(name, options?.toolCallId, input);
  // The model reads the message of a thrown error as the result of the tool.
  if (refusal !== undefined) throw new Error(refusal);
  return use;
}

/** A plain function may return a stream too; only its last value is the tool's answer. */
async function lastYielded(output: unknown): Promise<unknown> {
  if (typeof output !== "object" || output === null || !(Symbol.asyncIterator in output)) return output;
  const last: { output?: unknown } = {};
  for await (const each of output as AsyncIterable<unknown>) last.output = each;
  return last.output;
}
