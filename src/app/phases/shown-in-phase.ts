import { type DirectiveRow, directives } from "../../projections/directives.js";
import { type PhaseRow, phases } from "../../projections/phases.js";
import type { LedgerReader } from "../../store/ledger-reader.js";

/** The directives that stood in a prompt of the phase, once each. */
export async function directivesShownIn(
  reader: LedgerReader,
  phase: string,
): Promise<{ row: PhaseRow | undefined; rows: readonly DirectiveRow[] }> {
  const row = await reader.row(phases, phase);
  const rows: DirectiveRow[] = [];
  for (const lesson of new Set(row?.shown.map((each) => each.lesson))) {
    const directive = await reader.row(directives, lesson);
    if (directive !== undefined) rows.push(directive);
  }
  return { row, rows };
}
