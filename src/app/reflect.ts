import * as z from "zod/mini";
import { candidateOf, type InsightCandidate, withFix } from "../engines/reflection/candidates.js";
import { classifyToolCall } from "../engines/reflection/classify-tool-call.js";
import type { HostFacts, Reflection, ToolCall } from "../engines/reflection/tool-call.js";
import { origin, textId } from "../events/envelope.js";
import { phases } from "../projections/phases.js";
import type { WaitOptions } from "../store/ledger.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";

const text = z.string().check(z.maxLength(4_194_304));

const reflectInput = z.strictObject({
  tool: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The command of a shell, the path of a file, else the arguments as text. */
  input: z._default(text, ""),
  output: z._default(text, ""),
  /** What the host itself says of the call. */
  facts: z.optional(
    z.strictObject({
      isError: z.optional(z.boolean()),
      exitCode: z.optional(z.int()),
      rejected: z.optional(z.boolean()),
      hookBlocked: z.optional(z.boolean()),
      interrupted: z.optional(z.boolean()),
    }),
  ),
  phase: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  run: z.optional(textId),
  task: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type ReflectInput = z.input<typeof reflectInput>;

export interface ReflectResult {
  readonly result: "success" | "partial" | "failure" | "blocked" | "skipped" | "inapplicable";
  readonly by: "host" | "text";
  readonly because: string;
  /** What the call may teach; null when nothing. */
  readonly candidate: {
    readonly text: string;
    readonly signature: string;
    readonly fixedBy: string | null;
  } | null;
  readonly failed?: { readonly code: string; readonly reason: string };
}

type Admitted = z.output<typeof reflectInput>;

/**
 * Looks at a tool call as soon as it is over. Only what teaches something is written: most calls succeed, and
 * a hook sits on every one of them. Fails open.
 */
export async function reflect(context: Context, input: ReflectInput): Promise<ReflectResult> {
  const outcome = await failOpen(
    context,
    "reflect",
    context.ledger.config.insights.briefLimitMs,
    async (deadline) => {
      const admitted = await admit(context, "reflect", reflectInput, input, undefined, deadline.options);
      const call = callOf(admitted);
      const reflection = classifyToolCall(call);
      const candidate = candidateOf(call, reflection);
      const { options } = deadline;
      if (candidate !== undefined) {
        context.beforeWriting();
        await context.ledger.write(async (writer) => {
          deadline.check();
          await record(context, writer, admitted, reflection, candidate);
        }, options);
        return resultOf(reflection, candidate);
      }
      return resultOf(reflection, await recordFix(context, admitted, call, reflection, options));
    },
  );
  if ("done" in outcome) return outcome.done;
  return { result: "skipped", by: "text", because: "nobody looked", candidate: null, failed: outcome.failed };
}

function callOf({ tool, input, output, facts }: Admitted): ToolCall {
  const known = Object.entries(facts ?? {}).filter(([, value]) => value !== undefined);
  return {
    tool,
    input,
    output,
    ...(known.length === 0 ? {} : { facts: Object.fromEntries(known) as HostFacts }),
  };
}

async function record(
  context: Context,
  writer: LedgerWriter,
  { tool, input, phase, run = context.run, task, actor = context.actor, origin = context.origin }: Admitted,
  { result, by, because }: Reflection,
  { text: told, signature, fixedBy }: InsightCandidate,
): Promise<void> {
  const data = {
    tool,
    result,
    by,
    because: because.slice(0, 500),
    phase,
    signature: signature.slice(0, 500),
    text: told.slice(0, 500),
    input: input.slice(0, 500),
    fixedBy: fixedBy?.slice(0, 500),
  };
  await writer.append({ type: "reflection-recorded", data, run, task, actor, origin });
}

/** A call that works right after the same one failed shows how it is done. */
async function recordFix(
  context: Context,
  admitted: Admitted,
  call: ToolCall,
  reflection: Reflection,
  options: WaitOptions,
): Promise<InsightCandidate | undefined> {
  const { phase } = admitted;
  if (phase === undefined || reflection.result !== "success") return undefined;
  const open = await context.ledger.read(
    (reader) => lastFailure(reader, phase, admitted.tool, admitted.run ?? context.run),
    options,
  );
  if (open === undefined) return undefined;
  const failed = { tool: open.tool, input: open.input, output: "" };
  const candidate = withFix(
    { text: open.text, signature: open.signature, source: { tool: open.tool, by: open.by } },
    failed,
    call,
    reflection,
  );
  if (candidate.fixedBy === undefined) return undefined;
  await context.ledger.write((writer) => record(context, writer, admitted, reflection, candidate), options);
  return candidate;
}

async function lastFailure(reader: LedgerReader, phase: string, tool: string, run: string | undefined) {
  const last = (await reader.row(phases, phase))?.candidates.at(-1);
  if (last === undefined) return undefined;
  const [event] = await reader.eventsAfter(last.seq - 1, 1);
  if (event?.type !== "reflection-recorded" || event.data.tool !== tool || event.run !== run)
    return undefined;
  const { text: told = "", signature = "", input = "", by, fixedBy } = event.data;
  return fixedBy === undefined ? { text: told, signature, tool, input, by } : undefined;
}

function resultOf(
  { result, by, because }: Reflection,
  candidate: InsightCandidate | undefined,
): ReflectResult {
  if (candidate === undefined) return { result, by, because, candidate: null };
  const { text: told, signature, fixedBy = null } = candidate;
  return { result, by, because, candidate: { text: told, signature, fixedBy } };
}
