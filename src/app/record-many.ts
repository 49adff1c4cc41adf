import type { LedgerReader } from "../store/ledger-reader.js";
import { excerpt } from "./admit.js";
import type { Context } from "./context.js";
import { checkOutcome, recordOne } from "./record.js";
import { keyConflict } from "./replayed.js";

/** One outcome of many, with its place in the input; or what made the place unreadable. */
export type OutcomeLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

export interface RecordManyResult {
  readonly read: number;
  readonly recorded: number;
  /** Outcomes whose key was known already. */
  readonly replayed: number;
  readonly refused: readonly { readonly line: number; readonly field: string; readonly reason: string }[];
  /** What the outcomes brought about. */
  readonly antiPatterns: readonly string[];
  readonly policyChanges: number;
}

/**
 * Outcomes in one transaction: few enough to let others in between, many enough to wait for the disk seldom.
 */
const batch = 500;

/** Records the good lines and refuses the bad ones by number, each with a row in `rejected`. */
export async function recordMany(
  context: Context,
  lines: readonly OutcomeLine[],
  onProgress?: (done: number, total: number) => void,
): Promise<RecordManyResult> {
  const refused: RecordManyResult["refused"][number][] = [];
  const antiPatterns: string[] = [];
  let [recorded, replayed, policyChanges] = [0, 0, 0];
  context.beforeWriting();
  for (let start = 0; start < lines.length; start += batch) {
    await context.ledger.write(async (writer) => {
      for (const line of lines.slice(start, start + batch)) {
        const checked = await checkLine(context, writer, line);
        if ("value" in checked) {
          const result = await recordOne(context, writer, checked.value);
          recorded += result.replayed ? 0 : 1;
          replayed += result.replayed ? 1 : 0;
          antiPatterns.push(...result.antiPatterns);
          policyChanges += result.policyChanges.length;
        } else {
          const { field, reason } = checked;
          refused.push({ line: line.line, field, reason });
          const input = "value" in line ? excerpt(line.value) : line.problem;
          await writer.reject({ verb: "record", field, reason: `line ${line.line}: ${reason}`, input });
        }
      }
    });
    onProgress?.(Math.min(start + batch, lines.length), lines.length);
  }
  return { read: lines.length, recorded, replayed, refused, antiPatterns, policyChanges };
}

/** One line that does not fit must not take the others of its transaction with it. */
async function checkLine(context: Context, reader: LedgerReader, line: OutcomeLine) {
  if (!("value" in line)) return { field: "", reason: line.problem };
  const checked = checkOutcome(context, line.value);
  if (!("value" in checked)) return checked;
  return (await keyConflict(reader, "outcome-recorded", checked.value.key)) ?? checked;
}
