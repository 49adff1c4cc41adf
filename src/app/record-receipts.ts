import { scopeName } from "../engines/directives/scope.js";
import { shouldEscalate } from "../engines/directives/trust.js";
import type { EventData } from "../events/catalog.js";
import { epochMs } from "../events/time.js";
import { directives } from "../projections/directives.js";
import { runs } from "../projections/runs.js";
import type { Draft, LedgerWriter } from "../store/ledger-writer.js";
import type { Context } from "./context.js";
import { isTrusted } from "./directive-rows.js";
import { witnessOf } from "./speaker.js";

export type Receipt = EventData<"receipt-recorded">;
type About = Pick<Draft<"receipt-recorded">, "actor" | "origin" | "run" | "task">;

/** Appends receipts and whatever escalates by them. Returns the directives that did. */
export async function recordReceipts(
  context: Context,
  writer: LedgerWriter,
  receipts: readonly Receipt[],
  about: About,
): Promise<readonly string[]> {
  const escalated: string[] = [];
  const witness = witnessOf(context, about.origin);
  const own = await shownToFollow(context, writer, about.run);
  for (const receipt of receipts) {
    // A run that was shown a directive to follow it speaks for itself, whoever vouches for who it is.
    const data = own.has(receipt.lesson) && witness !== "person" ? receipt : { ...receipt, witness };
    await writer.append({ type: "receipt-recorded", data, ...about });
    if (data.kind === "violated" && (await escalate(context, writer, data.lesson, about)))
      escalated.push(data.lesson);
  }
  return escalated;
}

/** What a run was shown, unless it was shown it as a reviewer. */
async function shownToFollow(
  { ledger }: Context,
  writer: LedgerWriter,
  run: string | undefined,
): Promise<ReadonlySet<string>> {
  const row = run === undefined ? undefined : await writer.row(runs, run);
  const reviewers = new Set(ledger.config.hosts.reviewerRoles.map(scopeName));
  const followed = row?.shown.filter(({ role }) => role === null || !reviewers.has(scopeName(role)));
  return new Set(followed?.map(({ lesson }) => lesson));
}

/**
 * Makes a directive critical and enforced when it was violated again and again. Once: the row says that it is
 * so already, and the row and the event change in one transaction, however many writers there are.
 */
async function escalate(
  { ledger, clock }: Context,
  writer: LedgerWriter,
  lesson: string,
  about: About,
): Promise<boolean> {
  const row = await writer.row(directives, lesson);
  if (row === undefined || (row.priority === "critical" && row.enforcement === "enforce")) return false;
  const { violations, priority, enforcement } = row;
  // A directive that only its author stands for never escalates, however often it is ignored.
  if (!isTrusted(row)) return false;
  const seen = violations.map(({ at, run }) => ({ at: epochMs(at), run }));
  if (!shouldEscalate(seen, clock(), ledger.config.directives)) return false;
  const data = { lesson, from: { priority, enforcement }, violations: violations.map(({ seq }) => seq) };
  await writer.append({ type: "directive-escalated", data, ...about });
  return true;
}
