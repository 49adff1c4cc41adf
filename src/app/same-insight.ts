import { type InsightRow, insights } from "../projections/insights.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import { textOfId } from "./insight-id.js";

/** More roles than a project has. */
const mostRoles = 200;

/** The same insight in every role that has it, this one included. */
export function sameInsight(reader: LedgerReader, lesson: string): Promise<readonly InsightRow[]> {
  return reader.rowsBeginning(insights, `${textOfId(lesson)}-`, mostRoles);
}
