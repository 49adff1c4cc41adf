import * as z from "zod/mini";
import { WhetstoneError } from "../errors.js";
import type { EventOf } from "../events/catalog.js";
import { origin, textId } from "../events/envelope.js";
import { isInsight } from "../projections/insights.js";
import { type RunRow, runs } from "../projections/runs.js";
import type { Draft, LedgerWriter } from "../store/ledger-writer.js";
import { admit } from "./admit.js";
import type { Context } from "./context.js";

const outcomeScoreInput = z.strictObject({
  run: textId,
  /** What became of the run's work in the end. */
  result: z.enum(["held", "failed", "reverted"]),
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  actor: z.optional(textId),
  origin: z.optional(origin),
});

export type OutcomeScoreInput = z.input<typeof outcomeScoreInput>;

export interface OutcomeScoreResult {
  readonly run: string;
  readonly result: "held" | "failed" | "reverted";
  /** What was said of the run before, which this replaces. */
  readonly instead: "held" | "failed" | null;
  /**
   * The insights it counts for: those that were shown in the run; if it held, only those that were not
   * refuted in it.
   */
  readonly lessons: readonly string[];
  /** False when the run had been scored so already, or was shown no insight. */
  readonly changed: boolean;
}

/**
 * Says what became of a run's work, for the insights that were shown in it. Work that held may still be
 * reverted later.
 */
export async function outcomeScore(context: Context, input: OutcomeScoreInput): Promise<OutcomeScoreResult> {
  const admitted = await admit(context, "outcome-score", outcomeScoreInput, input);
  const { run, result, reason, actor = context.actor, origin = context.origin } = admitted;
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const { shown, lessons, instead } = shownIn(await writer.row(runs, run), result === "held");
    if (shown === 0) throw nothingShown(run);
    const standing = result === "held" ? "held" : "failed";
    const before = instead?.result ?? null;
    if (before === standing) return { run, result, instead: before, lessons, changed: false };
    const data = {
      result,
      lessons: [...lessons],
      instead: instead && { ...instead, lessons: [...instead.lessons] },
      reason,
    };
    await writer.append({ type: "outcome-scored", data, run, actor, origin });
    return { run, result, instead: before, lessons, changed: true };
  });
}

/**
 * Scores a run with the outcome that was just recorded for it, once. A partial success says nothing either
 * way.
 */
export async function scoreWithOutcome(
  writer: LedgerWriter,
  result: "success" | "partial" | "failure",
  outcome: string,
  about: Pick<Draft<"outcome-scored">, "actor" | "origin" | "run" | "task" | "at">,
): Promise<readonly EventOf<"outcome-scored">[]> {
  if (about.run === undefined || result === "partial") return [];
  const row = await writer.row(runs, about.run);
  if (row === undefined) return [];
  const { lessons, instead } = shownIn(row, result === "success");
  if (lessons.length === 0 || instead !== undefined) return [];
  const data = {
    result: result === "success" ? ("held" as const) : ("failed" as const),
    lessons: [...lessons],
    outcome,
  };
  return [await writer.append({ type: "outcome-scored", data, ...about })];
}

/** That work held is no merit of what was refuted in it; that it failed counts against all that was shown. */
function shownIn(row: RunRow | undefined, held: boolean) {
  const refuted = new Set(held ? row?.refuted : []);
  const shown = row?.shown
    .map(({ lesson }) => lesson)
    .filter((lesson) => isInsight(lesson) && !refuted.has(lesson));
  const lessons = [...new Set(shown)];
  return {
    shown: row?.shown.filter(({ lesson }) => isInsight(lesson)).length ?? 0,
    lessons,
    instead: row?.scored ?? undefined,
  };
}

function nothingShown(run: string): WhetstoneError {
  return new WhetstoneError("not_found", `run '${run}' was shown no insight`, {
    field: "run",
    next: "name the run that the brief was for: the brief's answer says which",
    values: { run },
  });
}
