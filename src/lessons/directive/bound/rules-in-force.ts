import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import { views } from "../../../log/views.js";
import type { RuleInForce, RulesInForceRow } from "../fold/rules.js";

/** The rules that are asked about each call of a session: bound ones and watched ones. */
export async function rulesInForce(reader: LedgerReader): Promise<readonly RuleInForce[]> {
  const row = await reader.row<RulesInForceRow>(views.rulesInForce, views.rulesInForce.name);
  return row?.rules ?? [];
}
