import type * as z from "zod/mini";
import type { PhaseRow } from "../../lessons/directive/fold/phases.js";
import { isWanting } from "../../lessons/directive/gate/gate-items.js";
import { directivesShownIn } from "../../lessons/directive/gate/shown-in-phase.js";
import { endTrialSession } from "../../lessons/trial/end-trial-session.js";
import { outcomeDefaults } from "../../log/events/outcome-defaults.js";
import { sessionOf } from "../../log/events/session-of.js";
import { epochMs } from "../../log/events/time.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Context } from "../../verbs/call/context.js";
import { type recordInput, recordOne } from "./record.js";

type Outcome = z.output<typeof recordInput>;

type Given =
  | "filesTouched"
  | "adaptersUsed"
  | "failedAdapter"
  | "failureType"
  | "toolCalls"
  | "cause"
  | "taskId"
  | "at"
  | "run"
  | "actor"
  | "origin";

/** How a phase ended. What is left out is taken from the log. */
export interface PhaseEnd extends Pick<Outcome, Given> {
  readonly phase: string;
  readonly result?: Outcome["result"] | undefined;
  readonly durationMs?: number | undefined;
  /** False when no work was done that could have succeeded or failed. */
  readonly worked: boolean;
}

/** One outcome for a phase, however often its end is reported; null when no work was done. */
export async function recordPhaseEnd(
  context: Context,
  writer: LedgerWriter,
  { phase, worked, result, durationMs, ...given }: PhaseEnd,
): Promise<string | null> {
  const shown = await directivesShownIn(writer, phase);
  const { row } = shown;
  const failures = row?.failures ?? 0;
  if (!worked && failures === 0) {
    await closeSession(context, writer, phase, given);
    return null;
  }
  const told = result ?? (failures === 0 ? "success" : "partial");
  // Work that breaks a binding rule did not simply succeed; but that says nothing about the adapters it used.
  const isHeldBack = told === "success" && isWanting(shown);
  const { outcome } = await recordOne(context, writer, {
    ...outcomeDefaults,
    ...given,
    ...(isHeldBack ? { cause: "policy" as const } : {}),
    result: isHeldBack ? "partial" : told,
    durationMs: durationMs ?? lastedMs(context, row),
    errorCount: failures,
    retryCount: row?.repeated ?? 0,
    key: `end of phase ${given.at ?? row?.begunAt ?? ""} ${phase}`.slice(0, 200),
  });
  await closeSession(context, writer, phase, given);
  return outcome;
}

/** The lessons of the session are counted with its outcome, if the outcome names it; else here. */
async function closeSession(
  context: Context,
  writer: LedgerWriter,
  phase: string,
  { run, taskId: task, at, actor = context.actor, origin = context.origin, cause }: Pick<PhaseEnd, Given>,
): Promise<void> {
  const session = sessionOf({ run, task, data: { phase } }) ?? phase;
  await endTrialSession(writer, { session, cause }, { actor, origin, run, task, at });
}

function lastedMs({ clock }: Context, row: PhaseRow | undefined): number {
  return row?.begunAt ? Math.max(0, clock() - epochMs(row.begunAt)) : 0;
}
