import * as z from "zod/mini";
import { quarantineList } from "../../lessons/directive/fold/directive-lists.js";
import { directives } from "../../lessons/directive/fold/directives.js";
import { failures, recurringList } from "../../lessons/failure/fold/failures.js";
import { motifTasks } from "../../lessons/failure/rules/reflection/motifs.js";
import { escalatedList, stateList, totalsKey } from "../../log/list-keys.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { totals } from "../../runs/fold/totals.js";
import { field } from "../call/field.js";

const motifLine = z.strictObject({
  signature: z.string(),
  text: z.string(),
  tool: z.string(),
  count: z.int(),
  tasks: z.int(),
  lastAt: z.string(),
  fixedBy: z.nullable(z.string()),
  events: z.readonly(z.array(z.int())),
});

const escalation = z.strictObject({ id: z.string(), text: z.string(), at: z.string(), violated: z.int() });

/** Instructions, what became of them, and what keeps failing. */
export const directiveReportOutput = z.strictObject({
  total: z.int(),
  proposed: field("Those that wait for a person to activate them.", z.int()),
  quarantined: field("Those that wait in quarantine, counted up to a thousand.", z.int()),
  acknowledged: z.int(),
  violated: z.int(),
  unacknowledged: z.int(),
  guarded: field(
    "Calls of sessions that were denied, stopped once or put to a person.",
    z.strictObject({ denied: z.int(), stopped: z.int(), asked: z.int() }),
  ),
  spoofed: field("Statements about what was never shown.", z.int()),
  dismissed: field("Verdicts by a rule's author or by a run that was shown it.", z.int()),
  escalated: field("What became critical by itself, newest first.", z.readonly(z.array(escalation))),
  motifs: field(
    "Failures that came back in several tasks: proposals for a person.",
    z.readonly(z.array(motifLine)),
  ),
});

export type DirectiveReport = z.output<typeof directiveReportOutput>;

const mostListed = 10;
const mostCounted = 1_000;

export async function directiveReport(reader: LedgerReader): Promise<DirectiveReport> {
  const sums = await reader.row(totals, totalsKey);
  const escalated = await reader.rowsFrom(directives, { list: escalatedList, limit: mostListed });
  const waiting = await reader.rowsFrom(directives, { list: quarantineList, limit: mostCounted });
  const recurring = await reader.rowsFrom(failures, { list: recurringList, limit: mostListed });
  return {
    total: sums?.directives ?? 0,
    proposed: await reader.countPlaces(directives, { list: stateList("proposed") }),
    quarantined: waiting.length,
    ...(sums?.receipts ?? { acknowledged: 0, violated: 0, unacknowledged: 0 }),
    guarded: sums?.guarded ?? { denied: 0, stopped: 0, asked: 0 },
    spoofed: sums?.spoofed ?? 0,
    dismissed: sums?.dismissed ?? 0,
    escalated: escalated.map(({ row: { lesson, text, escalationHistory, receipts } }) => ({
      id: lesson,
      text,
      at: escalationHistory.at(-1)?.at ?? "",
      violated: receipts.violated,
    })),
    motifs: recurring
      .filter(({ row }) => row.sessionCount >= motifTasks)
      .map(({ row: { signature, text, tool, count, sessionCount, lastAt, pairs, events } }) => ({
        signature,
        text,
        tool,
        count,
        lastAt,
        fixedBy: pairs.at(-1)?.worked.text ?? null,
        events,
        tasks: sessionCount,
      })),
  };
}
