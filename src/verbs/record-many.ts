import * as z from "zod/mini";
import type { LedgerWriter } from "../log/store/ledger-writer.js";
import { checkOutcome, keyedOutcome, recordOne } from "../runs/record/record.js";
import { excerpt } from "./call/admit.js";
import type { Context } from "./call/context.js";
import { field } from "./call/field.js";
import { keyConflict } from "./call/replayed.js";
import { type Call, defineVerb } from "./frame/define-verb.js";

const line = z.int().check(z.positive());
const refusal = z.strictObject({ line: z.int(), field: z.string(), reason: z.string() });

const input = z.strictObject({
  outcomes: field("The outcomes, each as 'record' takes it.", z._default(z.array(z.unknown()), [])),
  lines: field(
    "The line of each outcome in the file it came from; 1, 2, 3 and so on, if left out.",
    z.optional(z.array(line)),
  ),
  unreadable: field(
    "Lines of the file that could not be read; each is refused with its problem.",
    z._default(z.array(z.strictObject({ line, problem: z.string() })), []),
  ),
});

const output = z.strictObject({
  read: field("How many outcomes there were.", z.int()),
  recorded: field("How many were recorded.", z.int()),
  replayed: field("How many outcomes had a key that was already recorded.", z.int()),
  refused: field("What was not recorded, by line.", z.array(refusal)),
  antiPatterns: field("The anti-patterns that the outcomes caused.", z.array(z.string())),
  policyChanges: field("How many limits became stricter.", z.int()),
});

export const verb = defineVerb({
  name: "record-many",
  group: "Called by agents",
  summary: "Record many outcomes and list those that were refused",
  description:
    "Records many outcomes, each as 'record' does. An outcome that does not fit is refused with its line, " +
    "and kept in the list of refused inputs.",
  examples: [{ run: "whetstone record outcomes.jsonl", about: "Many, from a file:" }],
  caller: "anyone",
  hub: "agent",
  input,
  output,
  run: recordMany,
});

/** One outcome of many, with its place in the input; or what made the place unreadable. */
type OutcomeLine =
  | { readonly line: number; readonly value: unknown }
  | { readonly line: number; readonly problem: string };

/**
 * Outcomes in one transaction: few enough to let others in between, many enough to wait for the disk seldom.
 */
const batch = 500;

async function recordMany(
  context: Context,
  { outcomes, lines: places, unreadable }: z.output<typeof input>,
  { onProgress }: Call,
) {
  const read = outcomes.map((value, index): OutcomeLine => ({ line: places?.[index] ?? index + 1, value }));
  const lines = [...read, ...unreadable].sort((a, b) => a.line - b.line);
  const refused: z.output<typeof refusal>[] = [];
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
async function checkLine(context: Context, writer: LedgerWriter, line: OutcomeLine) {
  if (!("value" in line)) return { field: "", reason: line.problem };
  const checked = checkOutcome(context, line.value);
  if (!("value" in checked)) return checked;
  return (await keyConflict(writer, keyedOutcome(context, checked.value))) ?? checked;
}
