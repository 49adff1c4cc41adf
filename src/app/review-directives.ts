import { type KnownVerdict, parseCompliance, resolveCompliance } from "../engines/directives/compliance.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import { type PhaseRow, phases } from "../projections/phases.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import type { Receipt } from "./record-receipts.js";
import { type CheckResult, runChecks } from "./run-checks.js";
import { type Reviewer, takeReview } from "./take-review.js";

export interface ComplianceResult {
  readonly phase: string;
  /** The reviewer's word on each directive that was shown in the phase. */
  readonly verdicts: readonly {
    readonly lesson: string;
    readonly verdict: "verified" | "violated" | "n_a";
    readonly evidence: string | null;
  }[];
  /** What the checks found, which no word beats. */
  readonly checks: readonly { readonly lesson: string; readonly passed: boolean; readonly reason: string }[];
  /** Critical directives that the reviewer said nothing of. */
  readonly omitted: readonly string[];
  /** Ids of what was not shown in the phase, as written. */
  readonly unknown: readonly string[];
  readonly escalated: readonly string[];
}

/** Takes a reviewer's verdicts on the directives of a phase, and runs the checks behind them. */
export async function reviewDirectives(
  context: Context,
  phase: string,
  output: string,
  reviewer: Reviewer,
): Promise<ComplianceResult> {
  const { row, rows } = await context.ledger.read((reader) => shownRows(reader, phase));
  const lessons = rows.map(({ lesson }) => lesson);
  const { known, unknown, ambiguous, omitted } = resolveCompliance(parseCompliance(output), lessons);
  const judged = new Set(known.filter(({ verdict }) => verdict !== "n_a").map(({ lesson }) => lesson));
  // Before the transaction: a check may take seconds, and nobody else should wait for it.
  const checks = await runChecks(
    context,
    rows.filter(({ lesson }) => judged.has(lesson)),
    row?.baseCommit ?? null,
  );
  const silent = rows.filter((each) => each.priority === "critical" && omitted.includes(each.lesson));
  const receipts = receiptsOf(phase, known, checks, silent);
  const spoofed = [...unknown, ...ambiguous].map(({ id }) => id);
  const escalated = await context.ledger.write((writer) =>
    takeReview(context, writer, { phase, output, receipts, spoofed }, reviewer),
  );
  return {
    phase,
    verdicts: known.map(({ lesson, verdict, evidence }) => ({ lesson, verdict, evidence: evidence ?? null })),
    checks,
    omitted: silent.map(({ lesson }) => lesson),
    unknown: spoofed,
    escalated,
  };
}

/** The directives that stood in a prompt of the phase, once each. */
export async function shownRows(
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

/** Checks come first: a reviewer's violation is later than a check that passed, so that it stands. */
function receiptsOf(
  phase: string,
  known: readonly KnownVerdict[],
  checks: readonly CheckResult[],
  silent: readonly DirectiveRow[],
): readonly Receipt[] {
  return [
    ...checks.map((check) => checkReceipt(check, phase)),
    ...known.map(({ lesson, verdict, evidence }) => ({
      lesson,
      kind: verdict,
      source: "reviewer" as const,
      phase,
      detail: evidence?.slice(0, 2_000),
    })),
    ...silent.map(({ lesson }) => ({ lesson, kind: "omitted" as const, source: "reviewer" as const, phase })),
  ];
}

export function checkReceipt({ lesson, passed, reason }: CheckResult, phase: string): Receipt {
  return {
    lesson,
    kind: passed ? "verified" : "violated",
    source: "predicate",
    phase,
    detail: reason.slice(0, 2_000),
  };
}
