import { byteLength } from "../../base/text/byte-length.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import { type RunRow, runs } from "../../runs/fold/runs.js";
import { sessions } from "../../runs/fold/sessions.js";
import { patternsForBrief } from "../../runs/policy/failing-adapters.js";
import { aboutPrompt } from "../../search/order/about-prompt.js";
import type { Context } from "../../verbs/call/context.js";
import { complianceFrame } from "../directive/rules/render-compliance.js";
import { withoutDirectives } from "../directive/rules/render-directives.js";
import { failuresFrame } from "../failure/rules/text.js";
import { budgetFor, withoutFramed } from "../insight/rules/render-insights.js";
import { findingsFrame } from "../insight/rules/verdict/render-findings.js";
import { answeredBy, type BriefTopic, type Similarity } from "../search/find-similar.js";
import { heldOutOf } from "../trial/draw-lessons.js";
import { chooseLessons, heardIn, tokensLeft } from "../trial/show-lessons.js";
import { recordOfText } from "../trial/shown-texts.js";
import { unconfirmedFrame } from "../unconfirmed/render-unconfirmed.js";
import { briefDirectives, escalationBlock } from "./brief-directives.js";
import { briefFailures } from "./brief-failures.js";
import { type BriefInsights, briefInsights } from "./brief-insights.js";
import { type BriefPart, partOf, type RelevanceFloor } from "./brief-part.js";
import { type BriefReview, briefReview } from "./brief-review.js";
import { briefUnconfirmed } from "./brief-unconfirmed.js";
import { leftOutOf } from "./left-out.js";
import { type BriefCaller, recordBrief } from "./record-brief.js";

export interface BriefRequest {
  readonly role: string;
  readonly task?: string | undefined;
  readonly tools: readonly string[];
  readonly phase?: string | undefined;
  readonly labels: readonly string[];
  readonly files: readonly string[];
  readonly prompt?: string | undefined;
  readonly leftTokens?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly fresh: boolean;
  readonly without: readonly string[];
  readonly host?: string | undefined;
  readonly folder?: string | undefined;
  readonly moment: "start" | "prompt" | "agent" | "brief";
}

/** Chooses what a role is shown, puts it on record, and renders the blocks and the prompt with them. */
export async function makeBrief(
  context: Context,
  writer: LedgerWriter,
  request: BriefRequest,
  caller: BriefCaller,
  like: Similarity | undefined,
) {
  const { made, chosen, brief } = await chooseBrief(context, writer, request, caller, like);
  const { id, run, shown } = await recordBrief(writer, made, chosen, caller);
  return { id, run, shown: [...shown], patterns_found: shown.length, ...brief };
}

/** The brief that would be made now, of which nothing is recorded. */
export async function previewBrief(
  context: Context,
  reader: LedgerReader,
  request: BriefRequest,
  caller: BriefCaller,
  like: Similarity | undefined,
) {
  const { chosen, brief } = await chooseBrief(context, reader, request, caller, like);
  const shown = chosen.shown.map(({ probability: _probability, position: _position, ...line }) => ({
    ...line,
    exposure: "",
  }));
  return { id: "", run: caller.run ?? "", shown, patterns_found: shown.length, ...brief };
}

async function chooseBrief(
  context: Context,
  reader: LedgerReader,
  request: BriefRequest,
  caller: BriefCaller,
  like: Similarity | undefined,
) {
  const { role, phase, prompt = "" } = request;
  const session = sessionOf({ ...caller, data: { phase } });
  const review = await briefReview(context, reader, { ...request, session, run: caller.run });
  const left = withoutRoomOf(review, request);
  const budgetTokens = budgetOf(context, left);
  const { form, floor, parts } = await partsOfBrief(context, reader, {
    request: left,
    caller,
    like,
    budgetTokens,
    verified: review.lessons,
  });
  const { moment, fresh, tools: expected } = request;
  // What this run has heard was left out before the blocks were made.
  const showing = { ...caller, phase, moment, fresh: false };
  const lines = parts.flatMap((part) => part.shown);
  const chosen = await chooseLessons(context, reader, showing, lines);
  const told = new Set(chosen.shown.map(({ lesson }) => lesson));
  const shownParts = parts.map((part) => partOf(part, told));
  const tokens = shownParts.reduce((sum, part) => sum + part.tokens, review.tokens);
  const dropped = parts.flatMap((part) => part.dropped);
  const escalated = floor === undefined ? await escalationBlock(reader, role) : "";
  const [instructed = "", ...others] = shownParts.map(({ block }) => block);
  const blocks = [instructed, escalated, ...others, ...review.blocks].filter((block) => block !== "");
  const text = blocks.join(gap);
  const made = {
    role,
    phase,
    form,
    tokens,
    moment,
    fresh,
    tools: [...expected],
    ...recordOfText(text, chosen.shown, dropped),
  };
  const brief = {
    role,
    text,
    prompt: withBlocks(blocks, prompt),
    form,
    tokens,
    budgetTokens,
    memory_queried: parts.reduce((sum, { considered }) => sum + considered, 0),
    ...answeredBy(like),
    dropped,
  };
  return { made, chosen, brief };
}

export function topicOf({
  role,
  task = "",
  tools,
  labels,
  files,
}: Pick<BriefRequest, "role" | "task" | "tools" | "labels" | "files">): BriefTopic {
  return { role, task, tools, hints: [...labels, ...files] };
}

interface BriefParts {
  /** Undefined where everything for the role is shown. */
  readonly floor: RelevanceFloor | undefined;
  readonly form: BriefInsights["form"];
  /** In the order in which they are shown: directives, insights, failures, what is unconfirmed. */
  readonly parts: readonly BriefPart[];
}

interface PartsQuery {
  readonly request: BriefRequest;
  readonly caller: BriefCaller;
  readonly like: Similarity | undefined;
  readonly budgetTokens: number;
  /** Directives that the same prompt asks a reviewer to verify. */
  readonly verified: readonly string[];
}

/**
 * Directives take what room they need, then failures that keep coming back theirs, then what is unconfirmed
 * its share, then insights the rest.
 */
async function partsOfBrief(
  context: Context,
  reader: LedgerReader,
  { request, caller, like, budgetTokens, verified }: PartsQuery,
): Promise<BriefParts> {
  const { phase, labels, files, maxBytes } = request;
  const { config } = context.ledger;
  const topic = topicOf(request);
  const row = caller.run === undefined ? undefined : await reader.row(runs, caller.run);
  const known = knownTo(request, row);
  const floor = floorFor(request, row, like);
  const { role, host, folder } = request;
  const leftOut = await leftOutOf(context, reader, { role, host, work: { folder, files } });
  const asked = { topic, like, known, floor, leftOut };
  const instructed = await briefDirectives(context, reader, {
    ...asked,
    known: new Set([...known, ...verified]),
    budgetTokens,
    maxBytes,
  });
  const session = sessionOf({ ...caller, data: { phase } });
  const told = session === undefined ? undefined : await reader.row(sessions, session);
  const failing = await briefFailures(context, reader, {
    prompt: request.moment === "prompt" ? request.task : undefined,
    starts: floor === undefined,
    session,
    heard: known,
    leftOut,
    heldOut: config.evidence.enabled ? heldOutOf(told) : [],
    budgetTokens: Math.min(budgetTokens - instructed.tokens, tokensLeft(told, config.reflection)),
    settings: config.reflection,
    patterns: await patternsForBrief(context, reader, { text: topic.task, tools: topic.tools }),
  });
  const spent = instructed.tokens + failing.tokens;
  const unconfirmed = await briefUnconfirmed(context, reader, {
    ...asked,
    budgetTokens: Math.min(budgetTokens - spent, Math.floor(budgetTokens * unconfirmedShare)),
    maxBytes: bytesLeft(maxBytes, instructed.block + failing.block),
  });
  const bytes = bytesLeft(maxBytes, instructed.block + failing.block + unconfirmed.block);
  const tokens = budgetTokens - spent - unconfirmed.tokens;
  const noticed = await briefInsights(context, reader, {
    ...asked,
    surroundings: { labels, files, phase },
    budgetTokens,
    leftTokens: Math.max(0, Math.min(tokens, Math.floor(bytes / bytesPerToken))),
  });
  return { floor, form: noticed.form, parts: [instructed, noticed, failing, unconfirmed] };
}

function budgetOf({ ledger }: Context, { role, leftTokens }: BriefRequest): number {
  return Math.min(budgetFor(role, ledger.config.insights), leftTokens ?? Number.POSITIVE_INFINITY);
}

/** What is left for lessons beside what the role is asked to judge. */
function withoutRoomOf({ tokens, bytes }: BriefReview, request: BriefRequest): BriefRequest {
  const { leftTokens, maxBytes } = request;
  return {
    ...request,
    leftTokens: leftTokens === undefined ? undefined : leftTokens - tokens,
    maxBytes: maxBytes === undefined ? undefined : maxBytes - bytes,
  };
}

function knownTo({ fresh, role, without }: BriefRequest, row: RunRow | undefined): ReadonlySet<string> {
  return new Set([...without, ...(fresh ? heardIn(row, role) : [])]);
}

/**
 * The one rule of what a brief may leave out for being beside the point. The first brief of a run holds
 * everything for its role, whatever moment asks for it: some hosts report no start. At later prompts only
 * what is about the prompt is shown. An orchestrator's brief has no floor.
 */
function floorFor(
  { moment, task = "" }: BriefRequest,
  row: RunRow | undefined,
  like: Similarity | undefined,
): RelevanceFloor | undefined {
  if (moment !== "prompt" || row === undefined || row.briefs.length === 0) return undefined;
  const isAbout = aboutPrompt(task);
  return ({ lesson, text }) => isAbout({ text, found: like?.of.get(lesson) });
}

/** No token is longer than this in the words that lessons are made of. */
const bytesPerToken = 8;
/** The list of escalations, at its largest. */
const otherBlocksBytes = 1_500;

/** Room for three rows or so: what nobody stands behind must not push out what somebody does. */
const unconfirmedShare = 0.4;

/** The bytes for which there is room beside these blocks. */
function bytesLeft(maxBytes: number | undefined, blocks: string): number {
  if (maxBytes === undefined) return Number.POSITIVE_INFINITY;
  return maxBytes - byteLength(blocks) - otherBlocksBytes;
}

/** Between two blocks, and between the blocks and the prompt. */
const gap = "\n\n";

const frames = [
  "HISTORICAL PATTERNS",
  "RECENT ESCALATIONS",
  failuresFrame,
  unconfirmedFrame,
  complianceFrame,
  findingsFrame,
];

/**
 * Replaces or removes the blocks of an earlier brief. A prompt that has none, and gets none, is unchanged.
 */
function withBlocks(blocks: readonly string[], prompt: string): string {
  const rest = withoutBlocks(prompt);
  return [...blocks, ...(rest === "" ? [] : [rest])].join(gap);
}

/** The prompt without what earlier briefs put into it: no prompt ever holds a block twice. */
function withoutBlocks(prompt: string): string {
  return frames.reduce(withoutFramed, withoutDirectives(prompt));
}
