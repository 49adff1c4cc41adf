import * as z from "zod/mini";
import { budgetFor } from "../engines/insights/budget-for.js";
import { type InsightBlock, renderInsights } from "../engines/insights/render-insights.js";
import { origin, textId } from "../events/envelope.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit } from "./admit.js";
import { bestInsights, type ScoredInsight } from "./best-insights.js";
import type { Context } from "./context.js";
import { type Failure, failOpen } from "./fail-open.js";
import { freshSummary, lineOf } from "./insight-summary.js";
import { rounded } from "./rounded.js";
import { said } from "./said.js";
import { roleInput, situationInput } from "./situation-input.js";

const briefInput = z.strictObject({
  role: roleInput,
  /** What is to be done, in words. */
  task: z.optional(z.string().check(z.maxLength(20_000))),
  taskId: z.optional(textId),
  ...situationInput,
  /** The prompt that the brief goes into; it comes back with the brief before it. */
  prompt: z.optional(z.string().check(z.maxLength(4_194_304))),
  /** Room left in the prompt. */
  leftTokens: z.optional(z.int().check(z.nonnegative())),
  run: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type BriefInput = z.input<typeof briefInput>;

export interface BriefResult {
  /** Empty when the brief could not be made. */
  readonly id: string;
  readonly role: string;
  /** The run it was shown in: the caller's, or one named after the brief. Deliberations of the same run name it too. */
  readonly run: string;
  /** The block for the prompt; empty when there is nothing to show. */
  readonly text: string;
  /** The caller's prompt with the block before it; the prompt itself, byte for byte, when there is nothing to show. */
  readonly prompt: string;
  readonly form: "full" | "summary" | "best" | "nothing";
  readonly tokens: number;
  readonly budgetTokens: number;
  /** How many lessons were looked at. */
  readonly memory_queried: number;
  readonly patterns_found: number;
  /** What is in the block, each with the id of the event that says so. */
  readonly shown: readonly {
    readonly lesson: string;
    readonly text: string;
    readonly score: number;
    readonly exposure: string;
  }[];
  /** What there was no room for. */
  readonly dropped: readonly string[];
  /** Why there are no patterns this time, if something went wrong. */
  readonly failed?: { readonly code: string; readonly reason: string };
}

/** An insight's shortest line is about ten tokens: no block holds more of them than this allows. */
const leastTokensPerLine = 10;

/**
 * What a role should know before it begins: what it keeps noticing, with its track record, within its budget.
 * Never throws and never waits longer than its limit: without lessons the agent goes on as it would have anyway.
 */
export async function brief(context: Context, input: BriefInput): Promise<BriefResult> {
  const { insights: settings } = context.ledger.config;
  const outcome = await failOpen(context, "brief", settings.briefLimitMs, async (deadline) => {
    const admitted = await admit(context, "brief", briefInput, input, undefined, deadline.options);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      deadline.check();
      const result = await makeBrief(context, writer, admitted);
      deadline.check();
      return result;
    }, deadline.options);
  });
  return "done" in outcome ? outcome.done : noBrief(context, input, outcome.failed);
}

async function makeBrief(
  context: Context,
  writer: LedgerWriter,
  { role, phase, labels, files, prompt, leftTokens, ...given }: z.output<typeof briefInput>,
): Promise<BriefResult> {
  const { insights: settings } = context.ledger.config;
  const budgetTokens = budgetFor(role, settings);
  const limit = Math.ceil(budgetTokens / leastTokensPerLine);
  const query = { role, surroundings: { labels, files, phase }, now: context.clock(), limit };
  const { best, more, considered } = await bestInsights(writer, query, settings);
  const lines = best.map(lineOf);
  const summary = await freshSummary(context, writer, role);
  const room = { budgetTokens, ...(leftTokens === undefined ? {} : { leftTokens }) };
  const block = renderInsights(role, lines, summary, room, settings, { more });
  const about = {
    actor: given.actor ?? context.actor,
    origin: given.origin ?? context.origin,
    task: given.taskId,
    run: given.run ?? context.run,
  };
  const { id, run, shown } = await recordBrief(writer, block, { role, phase }, about);
  return {
    id,
    role,
    run,
    text: block.text,
    prompt: withBlock(block.text, prompt ?? ""),
    form: block.form,
    tokens: block.tokens,
    budgetTokens,
    memory_queried: considered,
    patterns_found: shown.length,
    shown: shown.map((each) => ({ ...each, score: scoreOf(each.lesson, best) })),
    dropped: block.dropped,
  };
}

interface About {
  readonly actor: string;
  readonly origin: string;
  readonly task: string | undefined;
  readonly run: string | undefined;
}

/** What was shown is on record before anyone sees it: else a role could confirm to itself what it was told. */
async function recordBrief(
  writer: LedgerWriter,
  { form, tokens, shown, dropped }: InsightBlock,
  { role, phase }: { readonly role: string; readonly phase: string | undefined },
  about: About,
) {
  const data = { role, phase, form, tokens, shown: shown.length, dropped: dropped.length };
  const { id } = await writer.append({ type: "brief-made", data, ...about });
  const run = about.run ?? id;
  const exposed: { lesson: string; text: string; exposure: string }[] = [];
  for (const { lesson, text } of shown) {
    const exposure = { lesson, verb: "brief" as const, role, brief: id, text, probability: 1 };
    const event = await writer.append({ type: "lesson-exposed", data: exposure, ...about, run });
    exposed.push({ lesson, text, exposure: event.id });
  }
  return { id, run, shown: exposed };
}

function withBlock(block: string, prompt: string): string {
  if (block === "") return prompt;
  return prompt === "" ? block : `${block}\n\n${prompt}`;
}

function scoreOf(lesson: string, best: readonly ScoredInsight[]): number {
  return rounded(best.find(({ row }) => row.lesson === lesson)?.score.score ?? 0);
}

function noBrief(context: Context, input: BriefInput, failed: Failure): BriefResult {
  const role = said(() => input?.role).toLowerCase();
  return {
    id: "",
    role,
    run: said(() => input?.run) || (context.run ?? ""),
    text: "",
    prompt: said(() => input?.prompt),
    form: "nothing",
    tokens: 0,
    budgetTokens: budgetFor(role, context.ledger.config.insights),
    memory_queried: 0,
    patterns_found: 0,
    shown: [],
    dropped: [],
    failed,
  };
}
