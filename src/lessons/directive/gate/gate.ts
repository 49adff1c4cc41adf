import * as z from "zod/mini";
import { WhetstoneError } from "../../../base/errors.js";
import { shellWord } from "../../../base/text/shell-word.js";
import { textId } from "../../../log/events/envelope.js";
import { gateReasons } from "../../../log/events/gate.js";
import type { LedgerWriter } from "../../../log/store/ledger-writer.js";
import type { Refusal } from "../../../verbs/call/admit.js";
import type { Context } from "../../../verbs/call/context.js";
import { envelopeInput } from "../../../verbs/call/envelope-input.js";
import { failOpen } from "../../../verbs/call/fail-open.js";
import { field } from "../../../verbs/call/field.js";
import type { Immutable } from "../../../verbs/call/immutable.js";
import { phaseInput } from "../../../verbs/call/situation-input.js";
import { isVouchedArchitect, personNeeded } from "../../../verbs/call/speaker.js";
import { learnSynonymsAgain } from "../../search/synonyms.js";
import { type PhaseRow, phases } from "../fold/phases.js";
import {
  evaluateGate,
  type GateDecision,
  type GateItem,
  openBlocks,
  overrideAtLeastChars,
  reasonsOf,
} from "../rules/gate.js";
import { bindingDirectives, gateItems } from "./gate-items.js";
import { type CheckResult, checkReceipt, runChecks } from "./phase-directives.js";
import { recordReceipts } from "./record-receipts.js";
import { reflectOnPhase } from "./reflect-on-phase.js";
import { directivesShownIn } from "./shown-in-phase.js";
import { unknownPhase } from "./unknown-phase.js";

export const gateInput = z.strictObject({
  phase: phaseInput,
  ends: field(
    "False asks without ending the phase; if nothing is open, only what checks found is recorded then.",
    z._default(z.boolean(), true),
  ),
  override: field(
    "Lets the phase end although something is open: the reason, for the log.",
    z.optional(z.string().check(z.maxLength(2_000))),
  ),
  taskId: field("The task's id.", z.optional(textId)),
  ...envelopeInput,
});

const block = z.strictObject({
  lesson: z.string(),
  shortId: z.string(),
  text: field("The rule's own words.", z.string()),
  reason: z.enum(gateReasons),
  missing: z.string(),
  write: field("Lines of which one is enough.", z.array(z.string())),
  check: field(
    "The check that failed and what it found; null if that is not the reason.",
    z.nullable(z.strictObject({ predicate: z.string(), found: z.array(z.string()) })),
  ),
});

export const gateOutput = z.strictObject({
  phase: z.string(),
  passed: z.boolean(),
  overridden: z.boolean(),
  blocks: field("The reasons why the gate is closed.", z.array(block)),
  answer: field("What is missing and what to do; empty when it passed.", z.string()),
  wayOut: field("How to go on after several equal denials; null before that.", z.nullable(z.string())),
  denials: field("Denials in a row for the same reasons, this one included.", z.int()),
  considered: field("Critical or enforced rules that were in a prompt of this phase.", z.int()),
  notes: field("Checks that passed without having looked at anything.", z.array(z.string())),
  closed: field("True when it is closed because the store could not be read.", z.boolean()),
});

type Admitted = z.output<typeof gateInput>;
type GateResult = Immutable<z.output<typeof gateOutput>>;

/** Whether a phase may end. An unknown phase is refused, with the nearest name that is known. */
export async function askGate(context: Context, admitted: Admitted): Promise<GateResult> {
  const { phase } = admitted;
  const gate = await gateIfKnown(context, admitted);
  if (gate === undefined)
    throw await unknownPhase(context, phase, (name) => `whetstone gate ${shellWord(name)}`);
  if (gate.passed && admitted.ends) await reflectOnPhase(context, phase, admitted);
  return gate;
}

/**
 * Whether a phase may end; undefined when there is no such phase. Fails closed: it passes only when the store
 * was read and nothing is open, and it always says how to go on.
 */
export async function gateIfKnown(context: Context, admitted: Admitted): Promise<GateResult | undefined> {
  try {
    return await evaluate(context, admitted);
  } catch (error) {
    if (!(error instanceof WhetstoneError)) throw error;
    return closedGate(admitted.phase, error);
  }
}

async function evaluate(context: Context, admitted: Admitted): Promise<GateResult | undefined> {
  const { phase } = admitted;
  const shown = await context.ledger.read((reader) => directivesShownIn(reader, phase));
  if (shown.row === undefined) return undefined;
  const checks = await runChecks(context, bindingDirectives(shown), shown.row);
  context.beforeWriting();
  const result = await context.ledger.write((writer) => decide(context, writer, admitted, checks));
  if (!result.passed || !admitted.ends) return result;
  // This reads every directive of the project: once for a phase, not whenever its gate is asked again.
  if (!shown.row.ended) {
    const { captureLimitMs } = context.ledger.config.insights;
    await failOpen(context, "search", captureLimitMs, () => learnSynonymsAgain(context));
  }
  return result;
}

async function decide(
  context: Context,
  writer: LedgerWriter,
  { phase, override, ends, ...given }: Admitted,
  checks: readonly CheckResult[],
): Promise<GateResult> {
  const { actor = context.actor, origin = context.origin, run = context.run, taskId: task } = given;
  const about = { actor, origin, run, task };
  await recordChecks(context, writer, phase, checks, about);
  const shown = await directivesShownIn(writer, phase);
  const items = gateItems(shown, checks);
  const blocks = openBlocks(items);
  const looked = { considered: items.length, notes: notesOn(items, checks) };
  if (blocks.length === 0) {
    if (ends && shown.row?.ended !== true)
      await writer.append({ type: "gate-evaluated", data: { phase, passed: true, blocks: [] }, ...about });
    return { ...openGate(phase), ...looked };
  }
  const reasons = blocks.map(({ lesson, reason }) => ({ lesson, reason }));
  await writer.append({
    type: "gate-evaluated",
    data: { phase, passed: false, blocks: reasons.slice(0, blocksKept) },
    ...about,
  });
  if (override !== undefined) {
    const lessons = blocks.map(({ lesson }) => lesson).slice(0, blocksKept);
    const data = { phase, justification: override, lessons };
    await writer.append({ type: "gate-overridden", data, ...about });
    return { ...openGate(phase), overridden: true, blocks, ...looked };
  }
  const sofar = shown.row?.denials;
  const denialsSoFar = sofar?.reasons === reasonsOf(reasons) ? sofar.count : 0;
  const decision = evaluateGate(items, { denialsSoFar, ...commandsFor(phase, origin) });
  return { ...openGate(phase), ...looked, ...denied(decision), blocks, denials: denialsSoFar + 1 };
}

/** As many as an event holds. */
const blocksKept = 200;

/** That a check still ends as it did is known: only what changed is recorded, so that it counts once. */
async function recordChecks(
  context: Context,
  writer: LedgerWriter,
  phase: string,
  checks: readonly CheckResult[],
  about: Parameters<typeof recordReceipts>[3],
): Promise<void> {
  const row = await writer.row(phases, phase);
  const changed = checks
    .map((check) => checkReceipt(check, phase))
    .filter(({ lesson, kind }) => lastCheck(row, lesson) !== kind);
  await recordReceipts(context, writer, changed, about);
}

function lastCheck(row: PhaseRow | undefined, lesson: string): string | undefined {
  return row?.receipts[lesson]?.filter(({ source }) => source === "predicate").at(-1)?.kind;
}

/** An agent is not told the command that lifts a rule: it asks its person. */
function commandsFor(phase: string, origin: string): { readonly again: string; readonly override?: string } {
  const gate = `whetstone gate ${shellWord(phase)}`;
  const again = `run: ${gate}`;
  return origin === "human" ? { again, override: `${gate} --override "<why>" --by <your name>` } : { again };
}

function notesOn(items: readonly GateItem[], checks: readonly CheckResult[]): string[] {
  const ids = new Map(items.map(({ lesson, shortId }) => [lesson, shortId]));
  return checks
    .filter(({ empty }) => empty)
    .map(({ lesson, reason }) => `[${ids.get(lesson) ?? lesson}] its check looked at nothing: ${reason}`);
}

function openGate(phase: string): GateResult {
  return {
    phase,
    passed: true,
    overridden: false,
    blocks: [],
    answer: "",
    wayOut: null,
    denials: 0,
    considered: 0,
    notes: [],
    closed: false,
  };
}

function denied(decision: GateDecision): Pick<GateResult, "passed" | "answer" | "wayOut"> {
  if (decision.passed) return { passed: true, answer: "", wayOut: null };
  return { passed: false, answer: decision.answer, wayOut: decision.wayOut ?? null };
}

function closedGate(phase: string, error: WhetstoneError): GateResult {
  const wayOut = [
    "Run 'whetstone doctor' to see what is wrong and how to mend it.",
    "To go on without the gate, tell the person you work for.",
  ].join(" ");
  return {
    ...openGate(phase),
    passed: false,
    answer: `The gate is closed because the store cannot be read: ${error.message}\n${wayOut}`,
    wayOut,
    closed: true,
  };
}

/** For a program that runs the architect: it knows which of its agents that is. */
const architectsWay = `give origin "agent:architect" with the override that the architect decided`;

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
  if (notPerson !== undefined)
    return context.witness === "orchestrator" ? { ...notPerson, next: architectsWay } : notPerson;
  if (override.trim().length < overrideAtLeastChars)
    return { field: "override", reason: `a justification has at least ${overrideAtLeastChars} characters` };
  return undefined;
}
