import { totalsKey } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { views } from "../../log/views.js";
import type { TotalsRow } from "../../runs/fold/totals.js";

/** How many lessons this log has seen forgotten. */
export async function forgottenCount(reader: LedgerReader): Promise<number> {
  return (await reader.row<TotalsRow>(views.totals, totalsKey))?.forgotten ?? 0;
}
