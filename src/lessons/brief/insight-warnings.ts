import type { Config } from "../../base/config/settings.js";
import { dayMs, epochMs } from "../../log/events/time.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { insights, warningsOf } from "../insight/fold/insights.js";
import { scoreInsight } from "../insight/rules/insight-score.js";
import { overlapsOf, type Surroundings } from "../insight/rules/overlap.js";
import type { ScoredInsight } from "./best-insights.js";

interface Query {
  readonly role: string;
  readonly surroundings: Surroundings;
  readonly now: number;
  readonly limit: number;
}

/** More than any prompt has room for. */
const mostRead = 64;

/**
 * What a validator refuted and the role should not raise again: what was learned near here first, then the
 * newest refutation. A refutation has its own clock: no score, no use and no end of a run ends the warning.
 */
export async function insightWarnings(
  reader: LedgerReader,
  { role, surroundings, now, limit }: Query,
  settings: Config["insights"],
): Promise<readonly ScoredInsight[]> {
  const places = await reader.placesFrom(insights, { list: warningsOf(role), limit: mostRead });
  const rows = await reader.rowsAt(
    insights,
    places.map(({ key }) => key),
  );
  const valid = rows.filter(
    ({ evidence: { refutedAt } }) =>
      refutedAt !== null && now < epochMs(refutedAt) + settings.warnDays * dayMs,
  );
  const found = valid.map((row) => {
    const overlaps = overlapsOf(row.evidence, surroundings);
    return { row, overlaps, score: scoreInsight(row.evidence, row.category, overlaps, now, settings) };
  });
  return found.sort((a, b) => b.overlaps - a.overlaps).slice(0, limit);
}
