import * as z from "zod/mini";
import { evaluateGate, type GateItem, overrideAtLeastChars } from "../engines/directives/gate.js";
import { shortIds } from "../engines/directives/short-ids.js";
import { WhetstoneError } from "../errors.js";
import { origin, textId } from "../events/envelope.js";
import { headCommit } from "../project/head-commit.js";
import type { DirectiveRow } from "../projections/directives.js";
import type { PhaseRow } from "../projections/phases.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admit, type Refusal, refuse } from "./admit.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";
import { recordReceipts } from "./record-receipts.js";
import { reflectOnPhase } from "./reflect-on-phase.js";
import { checkReceipt, shownRows } from "./review-directives.js";
import { type CheckResult, runChecks } from "./run-checks.js";
import { learnSynonymsAgain } from "./synonyms.js";

const phaseName = z.string().check(z.minLength(1), z.maxLength(200));

const gateInput = z.strictObject({
  phase: phaseName,
  /** False asks without ending the phase: an answer that nothing is open leaves no trace. */
  ends: z._default(z.boolean(), true),
  /** Lets the phase end although something is open: why, in words. */
  override: z.optional(z.string().check(z.maxLength(2_000))),
  run: z.optional(textId),
  task: z.optional(textId),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type GateInput = z.input<typeof gateInput>;

export interface GateResult {
  readonly phase: string;
  readonly passed: boolean;
  readonly overridden: boolean;
  /** What keeps it closed, each with the lines of which one would do. */
  readonly blocks: readonly {
    readonly lesson: string;
    readonly shortId: string;
    readonly reason: "no_receipt" | "violated" | "check_failed";
    readonly missing: string;
    readonly write: readonly string[];
  }[];
  /** For the agent: what is missing and what to write; empty when it passed. */
  readonly answer: string;
  /** How to go on when it was denied again and again. */
  readonly wayOut: string | null;
  /** Denials in a row for these reasons, this one included. */
  readonly denials: number;
  /** Critical or enforced directives that stood in a prompt of this phase. */
  readonly considered: number;
  /**
   * False when nobody began a phase of this name and no brief named it: it passes because nothing is known of
   * it.
   */
  readonly known: boolean;
  /** True when it is closed because nobody could look. */
  readonly closed: boolean;
}

type Admitted = z.output<typeof gateInput>;

/**
 * Whether a phase may end. Closed: it passes only when the store was read and nothing is open, and it always
 * says the way on.
 */
export async function gate(context: Context, input: GateInput): Promise<GateResult> {
  const admitted = await admit(context, "gate", gateInput, input);
  const refusal = admitted.override === undefined ? undefined : overrideRefusal(context, admitted);
  if (refusal !== undefined) return refuse(context, "gate", refusal, input);
  try {
    return await evaluate(context, admitted);
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return closed(admitted.phase, error);
  }
}

async function evaluate(context: Context, admitted: Admitted): Promise<GateResult> {
  const { phase } = admitted;
  const { row, rows } = await context.ledger.read((reader) => shownRows(reader, phase));
  const weighty = rows.filter((each) => each.priority === "critical" || each.enforcement === "enforce");
  // What failed a check may have been mended since: only running it again can tell.
  const failing = weighty.filter(({ lesson }) => lastCheck(row, lesson) === "violated");
  const checks = await runChecks(context, failing, row?.baseCommit ?? null);
  context.beforeWriting();
  const result = await context.ledger.write((writer) => decide(context, writer, admitted, checks));
  if (result.passed && admitted.ends) {
    await reflectOnPhase(context, phase, admitted);
    await failOpen(context, "search", context.ledger.config.insights.captureLimitMs, () =>
      learnSynonymsAgain(context),
    );
  }
  return result;
}

/**
 * It has ended before, and nothing has kept it open since: one phase ends once, however often somebody asks.
 */
function hasEnded(row: PhaseRow | undefined): boolean {
  return row !== undefined && row.passed > 0 && row.denials.count === 0;
}

function lastCheck(row: PhaseRow | undefined, lesson: string): string | undefined {
  return row?.receipts[lesson]?.filter(({ source }) => source === "predicate").at(-1)?.kind;
}

async function decide(
  context: Context,
  writer: LedgerWriter,
  { phase, override, ends, ...given }: Admitted,
  checks: readonly CheckResult[],
): Promise<GateResult> {
  const { actor = context.actor, origin = context.origin, run = context.run, task } = given;
  const about = { actor, origin, run, task };
  // That it fails still is nothing new: only what was mended is on record.
  const mended = checks.filter(({ passed }) => passed).map((check) => checkReceipt(check, phase));
  await recordReceipts(context, writer, mended, about);
  const { row, items } = await itemsOf(writer, phase);
  const looked = { considered: items.length, known: isKnown(row) };
  const sofar = row?.denials ?? { reasons: "", count: 0 };
  const first = evaluateGate(items, 0);
  if (first.passed) {
    if (ends && !hasEnded(row))
      await writer.append({ type: "gate-evaluated", data: { phase, passed: true, blocks: [] }, ...about });
    return { ...open(phase), ...looked };
  }
  const before = first.reasons === sofar.reasons ? sofar.count : 0;
  const decision = evaluateGate(items, before);
  const found = new Map(checks.map(({ lesson, reason }) => [lesson, reason]));
  const blocks = (decision.passed ? [] : decision.blocks).map((block) => {
    const reason = found.get(block.lesson);
    return reason === undefined ? block : { ...block, missing: `${block.missing}: ${reason}` };
  });
  const data = { phase, passed: false, blocks: blocks.map(({ lesson, reason }) => ({ lesson, reason })) };
  await writer.append({ type: "gate-evaluated", data, ...about });
  if (override !== undefined) {
    const lessons = blocks.map(({ lesson }) => lesson);
    await writer.append({
      type: "gate-overridden",
      data: { phase, justification: override, lessons },
      ...about,
    });
    return { ...open(phase), overridden: true, blocks, ...looked };
  }
  return {
    phase,
    passed: false,
    overridden: false,
    blocks,
    answer: [decision.passed ? "" : decision.answer, ...found.values()].join("\n  Found: "),
    wayOut: decision.passed ? null : (decision.wayOut ?? null),
    denials: before + 1,
    ...looked,
    closed: false,
  };
}

/** What counts: shown in this phase, of weight, and not accepted by an override. */
async function itemsOf(
  reader: LedgerReader,
  phase: string,
): Promise<{ row: PhaseRow | undefined; items: readonly GateItem[] }> {
  const { row, rows } = await shownRows(reader, phase);
  const ids = shortIds(rows.map(({ lesson }) => lesson));
  const counted = rows.filter(({ lesson, status }) => status === "active" && !row?.accepted.includes(lesson));
  const items = counted
    .filter(({ priority, enforcement }) => priority === "critical" || enforcement === "enforce")
    .map((each) => itemOf(each, ids.get(each.lesson) ?? each.lesson, row));
  return { row, items };
}

function itemOf(
  { lesson, text, priority, enforcement }: DirectiveRow,
  shortId: string,
  row: PhaseRow | undefined,
): GateItem {
  const receipts = (row?.receipts[lesson] ?? []).flatMap(({ kind, source, seq }) =>
    kind === "omitted" ? [] : [{ kind, source, seq }],
  );
  return { lesson, shortId, text, priority, enforcement, receipts };
}

function open(phase: string): GateResult {
  return {
    phase,
    passed: true,
    overridden: false,
    blocks: [],
    answer: "",
    wayOut: null,
    denials: 0,
    considered: 0,
    known: true,
    closed: false,
  };
}

/** A gate that was asked before leaves a row too. */
function isKnown(row: PhaseRow | undefined): boolean {
  return row !== undefined && (row.begunAt !== null || row.shown.length > 0);
}

function closed(phase: string, error: WhetstoneError): GateResult {
  const wayOut = `Run 'whetstone doctor' to see what is wrong and how to mend it. To go on without the gate, say so to the person you work for.`;
  return {
    ...open(phase),
    passed: false,
    answer: `The gate is closed because the store cannot be read: ${error.message}\n${wayOut}`,
    wayOut,
    closed: true,
  };
}

/** The architect or a person answers for it, in a sentence. */
function overrideRefusal(
  context: Context,
  { override = "", origin = context.origin }: Admitted,
): Refusal | undefined {
  if (origin !== "human" && origin !== "agent:architect")
    return {
      field: "origin",
      reason: "only the architect or a person may override the gate",
      next: "ask one of them; on the command line a person names themselves with --by",
    };
  if (override.trim().length < overrideAtLeastChars)
    return { field: "override", reason: `a justification has at least ${overrideAtLeastChars} characters` };
  return undefined;
}

const beginInput = z.strictObject({
  phase: phaseName,
  /** What checks compare files with; the commit of HEAD, if left out. */
  baseCommit: z.optional(z.string().check(z.regex(/^[0-9a-f]{40,64}$/))),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type BeginPhaseInput = z.input<typeof beginInput>;

export interface BeginPhaseResult {
  readonly phase: string;
  readonly baseCommit: string | null;
}

/** Begins a phase, anew if there was one of that name. A brief that names an unknown phase begins it too. */
export async function beginPhase(context: Context, input: BeginPhaseInput): Promise<BeginPhaseResult> {
  const admitted = await admit(context, "gate", beginInput, input);
  const { phase, actor = context.actor, origin = context.origin } = admitted;
  const baseCommit = admitted.baseCommit ?? headCommit(context.places.root);
  context.beforeWriting();
  await context.ledger.write((writer) =>
    writer.append({ type: "phase-begun", data: { phase, baseCommit }, actor, origin, run: context.run }),
  );
  return { phase, baseCommit: baseCommit ?? null };
}
