import type { LedgerReader } from "../log/store/ledger-reader.js";
import type { DirectiveRow } from "./directive/fold/directive-row.js";
import { scopeName } from "./directive/rules/scope.js";
import { mutes } from "./fold/mutes.js";

/** The roles that a lesson is not shown to. */
export async function rolesMutedFor(reader: LedgerReader, lesson: string): Promise<readonly string[]> {
  const rows = await reader.rows(mutes);
  return rows.filter(({ lessons }) => lessons.includes(lesson)).map(({ role }) => role);
}

/** The lessons that a role is not to be shown. */
export async function lessonsMutedFor(reader: LedgerReader, role: string): Promise<ReadonlySet<string>> {
  return new Set((await reader.row(mutes, scopeName(role)))?.lessons);
}

/**
 * Whether a directive is shown to everyone it is for, whatever files say and whoever muted it: what blocks
 * somebody must be known to them.
 */
export function isAlwaysShown({
  priority,
  enforcement,
}: Pick<DirectiveRow, "priority" | "enforcement">): boolean {
  return priority === "critical" || enforcement === "enforce";
}
