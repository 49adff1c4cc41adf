import { isInsight } from "../../lessons/insight/fold/insights.js";
import type { EventOf } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { Draft, LedgerWriter } from "../../log/store/ledger-writer.js";
import { type RunRow, runs } from "../fold/runs.js";
import { sessionAgents } from "../fold/session-agents.js";

/** Scores a run with the outcome that was just recorded for it, once. A partial success does not count. */
export async function scoreWithOutcome(
  writer: LedgerWriter,
  result: "success" | "partial" | "failure",
  outcome: string,
  about: Pick<Draft<"outcome-scored">, "actor" | "origin" | "run" | "task" | "at">,
): Promise<readonly EventOf<"outcome-scored">[]> {
  if (about.run === undefined || result === "partial") return [];
  const { lessons, instead } = await insightsToScore(writer, about.run, result === "success");
  if (lessons.length === 0 || instead !== undefined) return [];
  const data = {
    result: result === "success" ? ("held" as const) : ("failed" as const),
    lessons: [...lessons],
    outcome,
  };
  return [await writer.append({ type: "outcome-scored", data, ...about })];
}

/**
 * What the end of a run counts for: the insights that were shown in it and, where the run is a session, to the
 * agents that were started in it, each once. Work that held does not speak for what was refuted in it; work
 * that failed counts against all shown.
 */
export async function insightsToScore(reader: LedgerReader, run: string, held: boolean) {
  const own = await reader.row(runs, run);
  const rows = [...(own === undefined ? [] : [own]), ...(await runsOfAgents(reader, run))];
  const refuted = new Set(held ? rows.flatMap((row) => row.refuted) : []);
  // Whether a warning was obeyed, the end of the run does not say.
  const advice = rows.flatMap((row) => row.shown.filter(({ warned }) => !warned));
  const shown = new Set(advice.map(({ lesson }) => lesson).filter(isInsight));
  return {
    shown: shown.size,
    lessons: [...shown].filter((lesson) => !refuted.has(lesson)),
    instead: own?.scored ?? undefined,
  };
}

/** The runs of the agents that were started in a session, without those that have a score of their own. */
async function runsOfAgents(reader: LedgerReader, session: string): Promise<readonly RunRow[]> {
  const started = (await reader.row(sessionAgents, session))?.runs ?? [];
  return (await reader.rowsAt(runs, started)).filter(({ scored }) => scored === null);
}
