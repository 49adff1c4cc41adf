import type { EventOf } from "../events/catalog.js";
import { isInsight } from "../projections/insights.js";
import { type RunRow, runs } from "../projections/runs.js";
import type { Draft, LedgerWriter } from "../store/ledger-writer.js";

/** Scores a run with the outcome that was just recorded for it, once. A partial success does not count. */
export async function scoreWithOutcome(
  writer: LedgerWriter,
  result: "success" | "partial" | "failure",
  outcome: string,
  about: Pick<Draft<"outcome-scored">, "actor" | "origin" | "run" | "task" | "at">,
): Promise<readonly EventOf<"outcome-scored">[]> {
  if (about.run === undefined || result === "partial") return [];
  const row = await writer.row(runs, about.run);
  if (row === undefined) return [];
  const { lessons, instead } = insightsToScore(row, result === "success");
  if (lessons.length === 0 || instead !== undefined) return [];
  const data = {
    result: result === "success" ? ("held" as const) : ("failed" as const),
    lessons: [...lessons],
    outcome,
  };
  return [await writer.append({ type: "outcome-scored", data, ...about })];
}

/** Work that held does not speak for what was refuted in it; work that failed counts against all shown. */
export function insightsToScore(row: RunRow | undefined, held: boolean) {
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
