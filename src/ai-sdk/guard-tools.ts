import type { ToolUse } from "../hosts/moment.js";
import { type CallResult, failureOf, resultOf } from "./call-result.js";

/** What a run wants to know of its tools. None of it throws. */
export interface ToolWatch {
  /** With a refusal, the tool must not run, and that is why. */
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
 * The same tools, each looked at before it runs and when it has ended. Those without `execute` run elsewhere,
 * and stay as they are.
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
 * The SDK looks whether a call returns a stream before it waits for anything, so this has to be known without
 * calling.
 */
function isGenerator(execute: object): boolean {
  return Object.prototype.toString.call(execute) === "[object AsyncGeneratorFunction]";
}

function guardCall(name: string, call: Execute, watch: ToolWatch): Execute {
  return async (input, options) => {
    const use = await allowed(name, input, options, watch);
    try {
      const output = await lastOf(await call(input, options));
      await watch.ended(use, () => resultOf(output));
      return output;
    } catch (error) {
      await watch.ended(use, () => failureOf(error, options?.abortSignal?.aborted === true));
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
      await watch.ended(use, () => resultOf(last.output));
    } catch (error) {
      await watch.ended(use, () => failureOf(error, options?.abortSignal?.aborted === true));
      throw error;
    }
  };
}

async function allowed(name: string, input: unknown, options: CallOptions | undefined, watch: ToolWatch) {
  const { use, refusal } = await watch.begun(name, options?.toolCallId, input);
  // To throw is how a tool says no: the model reads the message as its result.
  if (refusal !== undefined) throw new Error(refusal);
  return use;
}

/** A plain function may return a stream too; of that only the last value is the tool's answer. */
async function lastOf(output: unknown): Promise<unknown> {
  if (typeof output !== "object" || output === null || !(Symbol.asyncIterator in output)) return output;
  const last: { output?: unknown } = {};
  for await (const each of output as AsyncIterable<unknown>) last.output = each;
  return last.output;
}
