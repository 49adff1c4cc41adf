import { AllowedCommands } from "../predicates/allowed-commands.js";
import { readPredicate } from "../predicates/read-predicate.js";
import { runPredicate } from "../predicates/run-predicate.js";
import type { DirectiveRow } from "../projections/directives.js";
import type { Context } from "./context.js";

/** What the check of a directive found. */
export interface CheckResult {
  readonly lesson: string;
  readonly passed: boolean;
  readonly reason: string;
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
