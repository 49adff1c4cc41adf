import * as z from "zod/mini";
import { withoutDirectives } from "../engines/directives/without-directives.js";
import { budgetFor, withoutFramed } from "../engines/insights/render-insights.js";
import type { EventData } from "../events/catalog.js";
import { origin, textId } from "../events/envelope.js";
import { headCommit } from "../project/head-commit.js";
import { phases } from "../projections/phases.js";
import { runs } from "../projections/runs.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit } from "./admit.js";
import type { ScoredInsight } from "./best-insights.js";
import { briefDirectives } from "./brief-directives.js";
import { briefInsights } from "./brief-insights.js";
import { type BriefTopic, briefLikeness } from "./brief-likeness.js";
import type { Context } from "./context.js";
import { escalationBlock } from "./escalation-block.js";
import { type Failure, failOpen } from "./fail-open.js";
import { type AnsweredBy, answeredBy, type Likeness } from "./likeness.js";
import { rounded } from "./rounded.js";
import { said } from "./said.js";
import { roleInput, situationInput } from "./situation-input.js";

const briefInput = z.strictObject({
  role: roleInput,
  /** What is to be done, in words. */
  task: z.optional(z.string().check(z.maxLength(20_000))),
  taskId: z.optional(textId),
  /** Tools that the run is expected to use: directives are scoped to them too. */
  tools: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(100)), []),
  ...situationInput,
  /** The prompt that the brief goes into; it comes back with the brief before it. */
  prompt: z.optional(z.string().check(z.maxLength(4_194_304))),
  /** Room left in the prompt. */
  leftTokens: z.optional(z.int().check(z.nonnegative())),
  /** The blocks take no more bytes than this: some hosts cut what is longer. */
  maxBytes: z.optional(z.int().check(z.positive())),
  /** Leaves out what this run was shown before. */
  fresh: z._default(z.boolean(), false),
  run: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type BriefInput = z.input<typeof briefInput>;

export interface BriefResult extends AnsweredBy {
  /** Empty when the brief could not be made. */
  readonly id: string;
  readonly role: string;
  /**
   * The run it was shown in: the caller's, or one named after the brief. Deliberations of the same run name
   * it too.
   */
  readonly run: string;
  /** The blocks for the prompt; empty when there is nothing to show. */
  readonly text: string;
  /**
   * The caller's prompt with the blocks before it; the prompt itself, byte for byte, when there is nothing to
   * show.
   */
  readonly prompt: string;
  /** How the insights are shown. */
  readonly form: "full" | "summary" | "best" | "nothing";
  readonly tokens: number;
  readonly budgetTokens: number;
  /** How many lessons were looked at. */
  readonly memory_queried: number;
  readonly patterns_found: number;
  /** What is in the blocks, each with the id of the event that says so. */
  readonly shown: readonly {
    readonly lesson: string;
    readonly kind: "directive" | "insight";
    readonly text: string;
    readonly exposure: string;
    /** What an insight is worth here; null for a directive. */
    readonly score: number | null;
    /** The id that is enough in an acknowledgement; null for an insight. */
    readonly shortId: string | null;
  }[];
  /** What there was no room for. */
  readonly dropped: readonly string[];
  /** Why there are no patterns this time, if something went wrong. */
  readonly failed?: { readonly code: string; readonly reason: string };
}

/**
 * What a role should know before it begins: what it keeps noticing, with its track record, within its budget.
 * Never throws and never waits longer than its limit: without lessons the agent goes on as it would have
 * anyway.
 */
export async function brief(context: Context, input: BriefInput): Promise<BriefResult> {
  const { insights: settings } = context.ledger.config;
  const outcome = await failOpen(context, "brief", settings.briefLimitMs, async (deadline) => {
    const admitted = await admit(context, "brief", briefInput, input, undefined, deadline.options);
    const like = await briefLikeness(context, topicOf(admitted), deadline);
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      deadline.check();
      const result = await makeBrief(context, writer, admitted, like);
      deadline.check();
      return result;
    }, deadline.options);
  });
  return "done" in outcome ? outcome.done : noBrief(context, input, outcome.failed);
}

async function makeBrief(
  context: Context,
  writer: LedgerWriter,
  {
    role,
    task = "",
    tools,
    phase,
    labels,
    files,
    prompt = "",
    leftTokens,
    maxBytes,
    fresh,
    ...given
  }: z.output<typeof briefInput>,
  like: Likeness | undefined,
): Promise<BriefResult> {
  const budgetTokens = Math.min(
    budgetFor(role, context.ledger.config.insights),
    leftTokens ?? Number.POSITIVE_INFINITY,
  );
  const topic = topicOf({ role, task, tools, labels, files });
  const about = {
    actor: given.actor ?? context.actor,
    origin: given.origin ?? context.origin,
    task: given.taskId,
    run: given.run ?? context.run,
  };
  const known = fresh ? await shownBefore(writer, about.run, role) : new Set<string>();
  const told = await briefDirectives(context, writer, { topic, budgetTokens, like, known, maxBytes });
  const noticed = await briefInsights(context, writer, {
    topic,
    surroundings: { labels, files, phase },
    like,
    budgetTokens,
    leftTokens: Math.max(0, Math.min(budgetTokens - told.tokens, tokensWithin(maxBytes, told.block))),
    known,
  });
  const lines = [
    ...told.shown.map(({ lesson, text, shortId }) => ({
      lesson,
      kind: "directive" as const,
      text,
      score: null,
      shortId,
    })),
    ...noticed.block.shown.map(({ lesson, text }) => ({
      lesson,
      kind: "insight" as const,
      text,
      score: scoreOf(lesson, noticed.best),
      shortId: null,
    })),
  ];
  const dropped = [...told.dropped, ...noticed.block.dropped];
  const tokens = told.tokens + noticed.block.tokens;
  const made = {
    role,
    phase,
    form: noticed.block.form,
    tokens,
    shown: lines.length,
    dropped: dropped.length,
  };
  const { id, run, exposures } = await recordBrief(context, writer, made, lines, about);
  const extra = [await escalationBlock(writer, role), noticed.block.text].filter((block) => block !== "");
  return {
    id,
    role,
    run,
    text: [...(told.block === "" ? [] : [told.block]), ...extra].join(gap),
    prompt: withBlocks([...(told.block === "" ? [] : [told.block]), ...extra], prompt),
    form: noticed.block.form,
    tokens,
    budgetTokens,
    memory_queried: told.considered + noticed.considered,
    patterns_found: lines.length,
    ...answeredBy(like),
    shown: lines.map((line, index) => ({ ...line, exposure: exposures[index] ?? "" })),
    dropped,
  };
}

async function shownBefore(
  reader: LedgerReader,
  run: string | undefined,
  role: string,
): Promise<ReadonlySet<string>> {
  const row = run === undefined ? undefined : await reader.row(runs, run);
  return new Set(row?.shown.filter((each) => each.role === role).map(({ lesson }) => lesson));
}

/** No token is longer than this in the words that lessons are made of. */
const bytesPerToken = 8;
/** The list of escalations, at its largest. */
const otherBlocksBytes = 1_500;

/** The tokens for which there is room beside the directives. */
function tokensWithin(maxBytes: number | undefined, block: string): number {
  if (maxBytes === undefined) return Number.POSITIVE_INFINITY;
  const left = maxBytes - new TextEncoder().encode(block).length - otherBlocksBytes;
  return Math.floor(left / bytesPerToken);
}

interface Line {
  readonly lesson: string;
  readonly text: string;
}

interface About {
  readonly actor: string;
  readonly origin: string;
  readonly task: string | undefined;
  readonly run: string | undefined;
}

function topicOf({
  role,
  task = "",
  tools,
  labels,
  files,
}: Pick<z.output<typeof briefInput>, "role" | "task" | "tools" | "labels" | "files">): BriefTopic {
  return { role, task, tools, hints: [...labels, ...files] };
}

/**
 * What was shown is on record before anyone sees it: else a role could confirm to itself what it was told.
 */
async function recordBrief(
  context: Context,
  writer: LedgerWriter,
  data: EventData<"brief-made">,
  lines: readonly Line[],
  about: About,
): Promise<{ id: string; run: string; exposures: readonly string[] }> {
  const { role, phase } = data;
  if (phase !== undefined && (await isOver(writer, phase))) {
    const begun = { phase, baseCommit: headCommit(context.places.root) };
    await writer.append({ type: "phase-begun", data: begun, ...about });
  }
  const { id } = await writer.append({ type: "brief-made", data, ...about });
  const run = about.run ?? id;
  const exposures: string[] = [];
  for (const { lesson, text } of lines) {
    const exposure = { lesson, verb: "brief" as const, role, brief: id, phase, text, probability: 1 };
    const event = await writer.append({ type: "lesson-exposed", data: exposure, ...about, run });
    exposures.push(event.id);
  }
  return { id, run, exposures };
}

/**
 * Nobody began it, or its gate let it end: what was answered then says nothing of the work that begins now.
 */
async function isOver(reader: LedgerReader, phase: string): Promise<boolean> {
  const row = await reader.row(phases, phase);
  return row === undefined || row.passed > 0;
}

const gap = "\n\n";

/**
 * Blocks that an earlier brief put there give way to these, or go. A prompt that has none, and gets none,
 * stays as it is.
 */
function withBlocks(blocks: readonly string[], prompt: string): string {
  const rest = withoutBlocks(prompt);
  return [...blocks, ...(rest === "" ? [] : [rest])].join(gap);
}

/** The prompt without what earlier briefs put into it: no prompt ever holds a block twice. */
function withoutBlocks(prompt: string): string {
  return ["HISTORICAL PATTERNS", "RECENT ESCALATIONS"].reduce(withoutFramed, withoutDirectives(prompt));
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
    ...answeredBy(undefined),
    shown: [],
    dropped: [],
    failed,
  };
}
