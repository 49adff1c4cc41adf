import { isoTime } from "../events/time.js";
import { phases, unfoldedList } from "../projections/phases.js";
import type { Context } from "./context.js";
import { failOpen } from "./fail-open.js";
import { reflectOnPhase } from "./reflect-on-phase.js";

/** A host that was killed tells no end. After an hour without a failure its session is taken for over. */
const silentMs = 3_600_000;
const foldedAtOnce = 5;

/** Folds what failed in phases whose end nobody told. Returns them. */
export async function endSilentPhases(context: Context): Promise<readonly string[]> {
  const before = unfoldedList + isoTime(context.clock() - silentMs);
  const outcome = await failOpen(
    context,
    "end-phase",
    context.ledger.config.insights.briefLimitMs,
    (deadline) =>
      context.ledger.read(
        (reader) => reader.rowsFrom(phases, { list: unfoldedList, limit: foldedAtOnce }),
        deadline.options,
      ),
  );
  if ("failed" in outcome) return [];
  const silent = outcome.done.filter(({ place }) => place < before).map(({ row }) => row.phase);
  for (const phase of silent) await reflectOnPhase(context, phase, {});
  return silent;
}
