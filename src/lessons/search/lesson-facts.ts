import { totalsKey } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { totals } from "../../runs/fold/totals.js";
import { patternOf } from "../../runs/policy/failing-adapters.js";
import { isPattern } from "../../runs/reliability/failure-pattern.js";
import { patternLine } from "../../runs/reliability/patterns-to-tell.js";
import type { Context } from "../../verbs/call/context.js";
import { isOfKind, type StandingFacts } from "../kind.js";
import { kinds } from "../kinds.js";

/** What is known of these lessons besides their texts, by id. What is not to be shown has none. */
export async function standingFacts(
  context: Context,
  reader: LedgerReader,
  lessons: readonly string[],
): Promise<ReadonlyMap<string, StandingFacts>> {
  const phases = (await reader.row(totals, totalsKey))?.phases ?? 0;
  const found: (StandingFacts | undefined)[] = [];
  for (const kind of kinds) {
    const ids = lessons.filter((lesson) => isOfKind(kind, lesson)).map(kind.rowId);
    for (const row of await reader.rowsAt(kind.view, ids)) found.push(kind.facts(row, context, phases));
  }
  for (const pattern of lessons.filter(isPattern)) found.push(await patternFacts(reader, pattern));
  return new Map(found.flatMap((facts) => (facts === undefined ? [] : [[facts.id, facts]])));
}

/** Its words are the rule's own; names that callers chose are quoted in them. */
async function patternFacts(reader: LedgerReader, id: string): Promise<StandingFacts | undefined> {
  const found = await patternOf(reader, id);
  if (found === undefined) return undefined;
  const text = patternLine(found.pattern);
  return {
    id,
    text,
    origin: "tool:outcomes",
    confirmed: true,
    maturity: 1,
    applied: found.pattern.occurrences,
  };
}
