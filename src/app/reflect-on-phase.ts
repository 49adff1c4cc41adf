import {
  type FoldedCandidate,
  foldCandidates,
  type InsightCandidate,
} from "../engines/reflection/candidates.js";
import { citingList } from "../projections/directive-lists.js";
import { directives } from "../projections/directives.js";
import { phases } from "../projections/phases.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { freshnessOf } from "./citations.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";
import { type DirectiveInput, directiveInput, propose } from "./propose-directive.js";

interface About {
  readonly run?: string | undefined;
  readonly task?: string | undefined;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

export interface PhaseReflection {
  readonly phase: string;
  readonly candidates: number;
  /** Directives that came out of it. */
  readonly proposed: readonly string[];
  /** Candidates that said what was known already. */
  readonly known: number;
}

/** Once is an accident; the same failure twice in a phase is worth a lesson. */
const timesToLearn = 2;

/**
 * Folds the candidates of a phase that has ended: what failed more than once becomes a directive for those
 * who use the tool, made checkable by rule. It only warns, since no person has vouched for it. Fails open.
 */
export async function reflectOnPhase(
  context: Context,
  phase: string,
  about: About,
): Promise<PhaseReflection> {
  const none = { phase, candidates: 0, proposed: [], known: 0 };
  const outcome = await failOpen(
    context,
    "reflect",
    context.ledger.config.insights.captureLimitMs,
    (deadline) =>
      context.ledger.write(async (writer) => {
        deadline.check();
        await quarantineGone(context, writer, about);
        const result = await foldPhase(context, writer, phase, about);
        deadline.check();
        return result;
      }, deadline.options),
  );
  return "done" in outcome ? outcome.done : none;
}

/** The same inside a transaction that its caller began. */
export async function foldPhase(
  context: Context,
  writer: LedgerWriter,
  phase: string,
  about: About,
): Promise<PhaseReflection> {
  const folded = await candidatesOf(writer, phase);
  if (folded.length === 0) return { phase, candidates: 0, proposed: [], known: 0 };
  return learn(context, writer, phase, folded, about);
}

/** A directive that cites files that are gone is no longer shown: a person should decide about it. */
async function quarantineGone(
  context: Context,
  writer: LedgerWriter,
  { actor = context.actor, origin = context.origin }: About,
): Promise<void> {
  for (const { row } of await writer.rowsFrom(directives, { list: citingList, limit: citingLookedAt })) {
    if (freshnessOf(context.places.root, row.citations) !== "gone") continue;
    const data = { lesson: row.lesson, missing: ["citation_gone" as const] };
    await writer.append({ type: "lesson-quarantined", data, actor, origin });
  }
}

const citingLookedAt = 200;

async function candidatesOf(reader: LedgerReader, phase: string): Promise<readonly FoldedCandidate[]> {
  const kept: InsightCandidate[] = [];
  const fixes = new Map<string, string>();
  for (const { seq } of (await reader.row(phases, phase))?.candidates ?? []) {
    const [event] = await reader.eventsAfter(seq - 1, 1);
    if (event?.type !== "reflection-recorded") continue;
    const { text = "", signature = "", tool, by, result, fixedBy } = event.data;
    const { kind = "misuse", program = "", cause = "", named = "", suggested = [] } = event.data;
    if (fixedBy !== undefined) fixes.set(signature, fixedBy);
    if (result !== "success") {
      const failure = { kind, program, cause, named, suggested };
      kept.push({ text, signature, source: { tool, by }, failure });
    }
  }
  return foldCandidates(kept).map((each) => {
    const fixedBy = fixes.get(each.signature);
    return fixedBy === undefined ? each : { ...each, fixedBy };
  });
}

async function learn(
  context: Context,
  writer: LedgerWriter,
  phase: string,
  folded: readonly FoldedCandidate[],
  { run = context.run, task, actor = context.actor, origin = context.origin }: About,
): Promise<PhaseReflection> {
  const about = { run, task, actor, origin };
  const proposed: string[] = [];
  let known = 0;
  for (const candidate of folded.filter(({ count }) => count >= timesToLearn)) {
    const lesson = directiveFrom(candidate, about);
    if (lesson === undefined) continue;
    const { signature, source } = candidate;
    const result = await propose(context, writer, lesson, {
      candidate: { signature: signature.slice(0, 500), tool: source.tool },
    });
    if (result.merged) known += 1;
    else proposed.push(result.lesson);
  }
  await writer.append({
    type: "phase-reflected",
    data: { phase, candidates: folded.length, proposed, known },
    ...about,
  });
  return { phase, candidates: folded.length, proposed, known };
}

/**
 * Checkable by rule: it is for every role, for any of them may use the tool, and followed when the call does
 * not fail in this way again.
 */
function directiveFrom(
  { text, count, fixedBy, source: { tool } }: FoldedCandidate,
  about: About,
): DirectiveInput | undefined {
  const parsed = directiveInput.safeParse({
    text,
    category: "tool failure",
    tags: ["reflection"],
    appliesToAgents: ["*"],
    appliesToTools: [tool],
    requiredActions: fixedBy === undefined ? [] : [`use ${fixedBy}`.slice(0, 500)],
    verificationChecks: [`the call does not fail in this way again (it failed ${count} times)`],
    priority: "low",
    ...Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined)),
    // Not the origin of the caller: the text comes from a tool's output, and has that authority.
    origin: "tool:reflection",
  });
  return parsed.success ? parsed.data : undefined;
}
