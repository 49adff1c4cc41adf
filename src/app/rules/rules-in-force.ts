import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { rulesInForceList } from "../../projections/rule-lists.js";
import type { RuleRow } from "../../projections/rules.js";
import { views } from "../../projections/views.js";

/** More than people bind. */
const mostInForce = 1_000;

/** The rules that are asked about each call of a session: bound ones and watched ones. */
export async function rulesInForce(reader: LedgerReader): Promise<readonly RuleRow[]> {
  const placed = await reader.rowsFrom<RuleRow>(views.rules, { list: rulesInForceList, limit: mostInForce });
  return placed.map(({ row }) => row);
}
