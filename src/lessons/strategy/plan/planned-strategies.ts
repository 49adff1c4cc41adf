import { stateList } from "../../../log/list-keys.js";
import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import type { Similarity } from "../../search/find-similar.js";
import { type StrategyRow, strategies, strategyOf } from "../fold/strategies.js";

/** As many are looked at one by one: any strategy may be tried on any task. */
const allUpTo = 200;
/** Of more, this many of each list stand by for the room that those like the task leave. */
const standBy = 50;
const lists = ["proven", "established", "anti_pattern"].map(stateList);

interface PlannedStrategies {
  readonly rows: readonly StrategyRow[];
  /** How many there are in all. */
  readonly known: number;
}

/**
 * The strategies that a plan chooses from. In a project with many, the index says which are like the task, and
 * no other row is read but those that the caller names and the first of each list.
 */
export async function plannedStrategies(
  reader: LedgerReader,
  like: Similarity | undefined,
  intended: readonly string[],
): Promise<PlannedStrategies> {
  const known = await reader.countRows(strategies);
  if (like === undefined || known <= allUpTo) return { rows: await reader.rows(strategies), known };
  const found = new Map<string, StrategyRow>();
  for (const list of lists)
    for (const { row } of await reader.rowsFrom(strategies, { list, limit: standBy }))
      found.set(row.lesson, row);
  const wanted = new Set([...like.of.keys(), ...intended].map(strategyOf));
  for (const row of await reader.rowsAt(
    strategies,
    [...wanted].filter((lesson) => !found.has(lesson)),
  ))
    found.set(row.lesson, row);
  return { rows: [...found.values()], known };
}
