import * as z from "zod/mini";
import type { Context } from "../../../verbs/call/context.js";
import { field } from "../../../verbs/call/field.js";
import type { Immutable } from "../../../verbs/call/immutable.js";
import type { DirectiveRow } from "../fold/directive-row.js";
import type { PhaseRow } from "../fold/phases.js";
import { AllowedCommands } from "../predicate/allowed-commands.js";
import { failedBecause, type PredicateResult } from "../predicate/predicate.js";
import { readPredicate } from "../predicate/read-predicate.js";
import { type PredicatePlace, runPredicate } from "../predicate/run-predicate.js";
import type { Receipt } from "./record-receipts.js";

/** What the check of a directive found. */
export const checkOutput = z.strictObject({
  lesson: z.string(),
  predicate: field("The check, as a person wrote it.", z.string()),
  passed: z.boolean(),
  reason: z.string(),
  found: field("The first places at fault; why it failed, if it names none.", z.array(z.string())),
  empty: field("True when no file fits its glob: it looked at nothing.", z.boolean()),
});

export type CheckResult = Immutable<z.output<typeof checkOutput>>;

/**
 * Runs the checks of these directives of a phase, one after the other, in their order. A check that cannot be
 * run has not passed. Never inside a transaction: a check may take seconds, and other writers would wait.
 */
export async function runChecks(
  context: Context,
  rows: readonly DirectiveRow[],
  phase: PhaseRow | undefined,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { lesson, verificationPredicate: predicate } of rows) {
    if (predicate === undefined) continue;
    const baseCommit = phase?.shown.find((each) => each.lesson === lesson)?.baseCommit ?? undefined;
    results.push({ lesson, predicate, ...(await runCheck(context, predicate, baseCommit)) });
  }
  return results;
}

async function runCheck(
  context: Context,
  predicate: string,
  baseCommit: string | undefined,
): Promise<Omit<CheckResult, "lesson" | "predicate">> {
  const read = readPredicate(predicate);
  const result =
    "error" in read
      ? failedBecause(`its check cannot be read: ${read.error}`)
      : await runPredicate(read.predicate, { ...predicatePlace(context), baseCommit });
  const { passed, reason, empty = false } = result;
  return { passed, reason, empty, found: passed ? [] : placesAtFault(result) };
}

/** Where checks run, and what they may run. */
export function predicatePlace({ ledger, loaded, places, env }: Context): PredicatePlace {
  const { directives: settings } = ledger.config;
  const source = loaded.sources.get("directives.predicateCommands");
  const commands = AllowedCommands.from(settings.predicateCommands, source);
  return { root: places.root, settings, commands, env };
}

/** Enough to see where to look; the next run of the check shows the rest. */
const placesShown = 10;

function placesAtFault({ reason, matches = [] }: PredicateResult): string[] {
  if (matches.length === 0) return [reason];
  const places = matches.slice(0, placesShown).map(({ file, line }) => `${file}:${line}`);
  return matches.length > placesShown ? [...places, "and more"] : places;
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
