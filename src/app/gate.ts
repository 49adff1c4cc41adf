import * as z from "zod/mini";
import { evaluateGate, type GateItem, overrideAtLeastChars } from "../engines/directives/gate.js";
import { shortIds } from "../engines/directives/short-ids.js";
import { WhetstoneError } from "../errors.js";
import { textId } from "../events/envelope.js";
import type { DirectiveRow } from "../projections/directives.js";
import type { PhaseRow } from "../projections/phases.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import type { Refusal } from "./admit.js";
import type { Context } from "./context.js";
import { envelopeInput } from "./envelope-input.js";
import { failOpen } from "./fail-open.js";
import { field } from "./field.js";
import type { Immutable } from "./immutable.js";
import { type CheckResult, checkReceipt, directivesShownIn, runChecks } from "./phase-directives.js";
import { recordReceipts } from "./record-receipts.js";
import { reflectOnPhase } from "./reflect-on-phase.js";
import { phaseInput } from "./situation-input.js";
import { isVouchedArchitect, personNeeded } from "./speaker.js";
import { learnSynonymsAgain } from "./synonyms.js";

export const gateInput = z.strictObject({
  phase: phaseInput,
  ends: field(
    "False asks without ending the phase; if nothing is open, nothing is recorded then.",
    z._default(z.boolean(), true),
  ),
  override: field(
    "Lets the phase end although something is open: the reason, for the log.",
    z.optional(z.string().check(z.maxLength(2_000))),
  ),
  task: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const block = z.strictObject({
  lesson: z.string(),
  shortId: z.string(),
  reason: z.enum(["no_receipt", "violated", "check_failed"]),
  missing: z.string(),
  write: field("Lines of which one is enough.", z.array(z.string())),
});

export const gateOutput = z.strictObject({
  phase: z.string(),
  passed: z.boolean(),
  overridden: z.boolean(),
  blocks: field("The reasons why the gate is closed.", z.array(block)),
  answer: field("For the agent: what is missing and what to write; empty when it passed.", z.string()),
  wayOut: field("How to go on after several equal denials; null before that.", z.nullable(z.string())),
  denials: field("Denials in a row for the same reasons, this one included.", z.int()),
  considered: field("Critical or enforced directives that were in a prompt of this phase.", z.int()),
  known: field(
    "False when the phase was never begun and no brief named it: it passes because nothing is known of it.",
    z.boolean(),
  ),
  closed: field("True when it is closed because the store could not be read.", z.boolean()),
});

type Admitted = z.output<typeof gateInput>;
type GateResult = Immutable<z.output<typeof gateOutput>>;

/**
 * Whether a phase may end. Fails closed: it passes only when the store was read and nothing is open, and it
 * always says how to go on.
 */
export async function askGate(context: Context, admitted: Admitted): Promise<GateResult> {
  try {
    return await evaluate(context, admitted);
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return closed(admitted.phase, error);
  }
}

async function evaluate(context: Context, admitted: Admitted): Promise<GateResult> {
  const { phase } = admitted;
  const { row, rows } = await context.ledger.read((reader) => directivesShownIn(reader, phase));
  const weighty = rows.filter((each) => each.priority === "critical" || each.enforcement === "enforce");
  // A file that failed a check may have been fixed since, so the check runs again.
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

/** It has ended before, and nothing has kept it open since: a phase ends once, however often it is asked. */
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
  // That it still fails is known: only a check that passes now is recorded.
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
  const { row, rows } = await directivesShownIn(reader, phase);
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
  const wayOut = [
    "Run 'whetstone doctor' to see what is wrong and how to mend it.",
    "To go on without the gate, tell the person you work for.",
  ].join(" ");
  return {
    ...open(phase),
    passed: false,
    answer: `The gate is closed because the store cannot be read: ${error.message}\n${wayOut}`,
    wayOut,
    closed: true,
  };
}

/** Only the architect or a person may override, and they give a reason. */
export function overrideRefusal(context: Context, { override, origin }: Admitted): Refusal | undefined {
  if (override === undefined) return undefined;
  const notPerson = isVouchedArchitect(context, origin)
    ? undefined
    : personNeeded(
        context,
        origin,
        "override the gate, or the architect that a host or orchestrator vouches for",
      );
  if (notPerson !== undefined) return notPerson;
  if (override.trim().length < overrideAtLeastChars)
    return { field: "override", reason: `a justification has at least ${overrideAtLeastChars} characters` };
  return undefined;
}
