import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { totalsKey } from "../../projections/list-keys.js";
import type { TotalsRow } from "../../projections/totals.js";
import { views } from "../../projections/views.js";

/** How many lessons this log has seen forgotten. */
export async function forgottenCount(reader: LedgerReader): Promise<number> {
  return (await reader.row<TotalsRow>(views.totals, totalsKey))?.forgotten ?? 0;
}
