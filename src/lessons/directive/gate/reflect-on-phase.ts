import { mayDecide } from "../../../hub/rights/admit-event.js";
import type { Caller } from "../../../hub/rights/roles.js";
import { sessionOf } from "../../../log/events/session-of.js";
import type { LedgerWriter } from "../../../log/store/ledger-writer.js";
import type { Context } from "../../../verbs/call/context.js";
import { failOpen } from "../../../verbs/call/fail-open.js";
import { failures } from "../../failure/fold/failures.js";
import { failureId } from "../../failure/rules/identity.js";
import { wordFailures } from "../../failure/word-failures.js";
import { freshnessOf } from "../citations.js";
import { citingList } from "../fold/directive-lists.js";
import { directives } from "../fold/directives.js";
import { phases } from "../fold/phases.js";
import { hardenAtPhaseEnd } from "../harden-quarantine.js";
import { proposeCoChanges } from "../propose-co-changes.js";

interface About {
  readonly run?: string | undefined;
  readonly taskId?: string | undefined;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

export interface PhaseReflection {
  readonly phase: string;
  /** Failures that were looked at, each counted once. */
  readonly candidates: number;
  /** Failure lessons that became active in the phase. */
  readonly proposed: readonly string[];
  /** Failures that were active lessons before. */
  readonly known: number;
}

/**
 * Closes the books of a phase that has ended: which of its failures became lessons, and which directives cite
 * files that are gone. Fails open.
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
        const result = await reflectInTransaction(context, writer, phase, about);
        deadline.check();
        return result ?? none;
      }, deadline.options),
  );
  const reflection = "done" in outcome ? outcome.done : none;
  await wordFailures(context, reflection.proposed);
  await proposeCoChanges(context);
  await hardenAtPhaseEnd(context);
  return reflection;
}

/**
 * A directive that cites files that are gone is no longer shown: a person should decide about it. One that is
 * enforced stays in force until then, or deleting a file would be the way around it. In a team the machine of
 * a lead says so.
 */
async function quarantineGone(
  context: Context,
  writer: LedgerWriter,
  { actor = context.actor, origin = context.origin }: About,
): Promise<void> {
  const hub = context.team?.hub ?? null;
  if (hub !== null && !mayDecide(hub as Pick<Caller, "kind" | "role">)) return;
  for (const { row } of await writer.rowsFrom(directives, { list: citingList, limit: citingLookedAt })) {
    if (row.enforcement === "enforce") continue;
    if (freshnessOf(context.places.root, row.citations) !== "gone") continue;
    const data = { lesson: row.lesson, missing: ["citation_gone" as const] };
    await writer.append({ type: "lesson-quarantined", data, actor, origin });
  }
}

const citingLookedAt = 200;

/** The same inside a transaction that its caller began. */
export async function reflectInTransaction(
  context: Context,
  writer: LedgerWriter,
  phase: string,
  { run = context.run, taskId: task, actor = context.actor, origin = context.origin }: About,
): Promise<PhaseReflection | undefined> {
  const noted = (await writer.row(phases, phase))?.candidates ?? [];
  if (noted.length === 0) return undefined;
  const ids = [...new Set(noted.map(({ signature }) => failureId(signature)))];
  const rows = await writer.rowsAt(failures, ids);
  const session = sessionOf({ task, run, data: { phase } });
  const born = rows.filter(({ bornIn }) => bornIn !== null && [session, phase].includes(bornIn));
  const active = rows.filter(({ bornIn }) => bornIn !== null);
  const proposed = born.map(({ lesson }) => lesson).slice(0, mostNamed);
  const data = { phase, candidates: ids.length, proposed, known: active.length - born.length };
  await writer.append({ type: "phase-reflected", data, run, task, actor, origin });
  return data;
}

/** Events hold no longer list. */
const mostNamed = 100;
