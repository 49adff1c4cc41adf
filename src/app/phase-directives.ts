import * as z from "zod/mini";
import { AllowedCommands } from "../predicates/allowed-commands.js";
import { readPredicate } from "../predicates/read-predicate.js";
import { runPredicate } from "../predicates/run-predicate.js";
import { type DirectiveRow, directives } from "../projections/directives.js";
import { type PhaseRow, phases } from "../projections/phases.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";
import type { Receipt } from "./record-receipts.js";

/** What the check of a directive found. */
export const checkOutput = z.strictObject({ lesson: z.string(), passed: z.boolean(), reason: z.string() });

export type CheckResult = Readonly<z.output<typeof checkOutput>>;

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

/** Runs the checks of these directives, one after the other. A check that cannot be run has not passed. */
export async function runChecks(
  context: Context,
  rows: readonly DirectiveRow[],
  baseCommit: string | null,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const row of rows) results.push(...(await runCheck(context, row, baseCommit)));
  return results;
}

async function runCheck(
  { ledger, loaded, places, env }: Context,
  { lesson, verificationPredicate }: DirectiveRow,
  baseCommit: string | null,
): Promise<readonly CheckResult[]> {
  if (verificationPredicate === undefined) return [];
  const read = readPredicate(verificationPredicate);
  if ("error" in read) return [{ lesson, passed: false, reason: `its check cannot be read: ${read.error}` }];
  const { directives: settings } = ledger.config;
  const path = "directives.predicateCommands";
  const { passed, reason } = await runPredicate(read.predicate, {
    root: places.root,
    baseCommit: baseCommit ?? undefined,
    settings,
    commands: AllowedCommands.from(settings.predicateCommands, loaded.sources.get(path)),
    env,
  });
  return [{ lesson, passed, reason }];
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
