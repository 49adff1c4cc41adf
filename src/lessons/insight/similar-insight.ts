import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { compareMeanings } from "../../reading/language/compare.js";
import { meaningOf } from "../../reading/language/meaning.js";
import type { Context } from "../../verbs/call/context.js";
import { type InsightRow, insights } from "./fold/insights.js";
import { stateOfInsight } from "./rules/insight-state.js";

interface SimilarInsight {
  /** Says the same in other words; the role's own before another's, the oldest first. */
  readonly same?: InsightRow;
  /** Says the opposite, and still counts. */
  readonly opposite?: InsightRow;
}

/** Compares a text with these insights. A refuted one counts too: other words do not bring it back. */
export async function similarInsight(
  { ledger, clock }: Context,
  reader: LedgerReader,
  { role, text }: { readonly role: string; readonly text: string },
  candidates: Iterable<string>,
): Promise<SimilarInsight> {
  const meaning = meaningOf(text);
  const found: Record<"same" | "opposite", InsightRow[]> = { same: [], opposite: [] };
  for (const lesson of new Set(candidates)) {
    const row = await reader.row(insights, lesson);
    const relation = row === undefined ? "different" : compareMeanings(meaning, meaningOf(row.text));
    if (row !== undefined && relation !== "different") found[relation].push(row);
  }
  const order = (a: InsightRow, b: InsightRow) =>
    Number(b.role === role) - Number(a.role === role) ||
    compare(a.firstSeenAt, b.firstSeenAt) ||
    compare(a.lesson, b.lesson);
  const [same] = found.same.sort(order);
  const [opposite] = found.opposite
    .filter(({ evidence }) => stateOfInsight(evidence, clock(), ledger.config.insights) !== "deprecated")
    .sort(order);
  return { ...(same === undefined ? {} : { same }), ...(opposite === undefined ? {} : { opposite }) };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
