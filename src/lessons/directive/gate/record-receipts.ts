import type { EventData } from "../../../log/events/catalog.js";
import { epochMs } from "../../../log/events/time.js";
import type { Draft, LedgerWriter } from "../../../log/store/ledger-writer.js";
import type { Context } from "../../../verbs/call/context.js";
import { witnessOf } from "../../../verbs/call/speaker.js";
import { mayEscalate } from "../fold/directive-row.js";
import { directives } from "../fold/directives.js";
import { isVouchedViolation, recentViolations, shouldEscalate } from "../rules/trust.js";

export type Receipt = EventData<"receipt-recorded">;
type About = Pick<Draft<"receipt-recorded">, "actor" | "origin" | "run" | "task">;

/**
 * Appends receipts and whatever escalates by them. Returns the directives that did. What an agent reports of
 * itself escalates nothing, nor does a reviewer whom nobody vouches for.
 */
export async function recordReceipts(
  context: Context,
  writer: LedgerWriter,
  receipts: readonly Receipt[],
  about: About,
): Promise<readonly string[]> {
  const escalated: string[] = [];
  const witness = witnessOf(context, about.origin);
  for (const receipt of receipts) {
    const data = { ...receipt, witness };
    await writer.append({ type: "receipt-recorded", data, ...about });
    if (isVouchedViolation(data) && (await escalate(context, writer, data.lesson, about)))
      escalated.push(data.lesson);
  }
  return escalated;
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
  // A proposal never escalates, nor what only its author stands for, however often it is ignored.
  if (!mayEscalate(row)) return false;
  const settings = ledger.config.directives;
  const seen = violations.map(({ at, run, seq }) => ({ at: epochMs(at), run, seq }));
  if (!shouldEscalate(seen, clock(), settings)) return false;
  const counted = recentViolations(seen, clock(), settings).map(({ seq }) => seq);
  const data = { lesson, from: { priority, enforcement }, violations: counted };
  await writer.append({ type: "directive-escalated", data, ...about });
  return true;
}
