import { publishedText } from "../engines/instructions/published-text.js";
import type { DirectiveRow } from "../projections/directives.js";
import type { InsightRow } from "../projections/insights.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import { type InstructionMatch, sameIn } from "./instruction-files.js";
import { isAlwaysShown, mutedForRole } from "./mute-lesson.js";

/** Why a lesson is not shown to somebody it would be for: a person muted it, or a file says it already. */
type WhyLeftOut = "muted" | InstructionMatch;

/** What is not shown to a role of a coding agent. Undefined for a lesson that may be shown. */
export interface LeftOut {
  directive(row: DirectiveRow): WhyLeftOut | undefined;
  insight(row: Pick<InsightRow, "lesson" | "text">): WhyLeftOut | undefined;
}

/** For an agent that is not named no file counts: nobody knows what it has read. */
export async function leftOutOf(
  { instructions }: Context,
  reader: LedgerReader,
  { role, host }: { readonly role: string; readonly host: string | undefined },
): Promise<LeftOut> {
  const muted = await mutedForRole(reader, role);
  const files = host === undefined ? [] : instructions.readBy(host);
  const whyNot = (lesson: string, text: () => string) => {
    if (muted.has(lesson)) return "muted" as const;
    return files.length === 0 ? undefined : sameIn(files, text());
  };
  return {
    // A line of a file that says less than the directive does not take its place.
    directive: (row) => (isAlwaysShown(row) ? undefined : whyNot(row.lesson, () => publishedText(row))),
    insight: ({ lesson, text }) => whyNot(lesson, () => text),
  };
}
