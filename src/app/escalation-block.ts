import { directives } from "../projections/directives.js";
import { escalatedList } from "../projections/list-keys.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { oneLine } from "../text/one-line.js";

const escalationsShown = 5;
const textChars = 160;

/**
 * What became critical of late, for the role that answers for the plan. Empty for others, and when there is
 * nothing.
 */
export async function escalationBlock(reader: LedgerReader, role: string): Promise<string> {
  if (role !== "architect") return "";
  const placed = await reader.rowsFrom(directives, { list: escalatedList, limit: escalationsShown });
  if (placed.length === 0) return "";
  const lines = placed.map(({ row }) => {
    const at = row.escalationHistory.at(-1)?.at.slice(0, 10) ?? "";
    return `- ${oneLine(row.text, textChars)} [${row.lesson}, ${at}, violated ${row.receipts.violated}x]`;
  });
  return ["=== RECENT ESCALATIONS ===", ...lines, "=== END RECENT ESCALATIONS ==="].join("\n");
}
