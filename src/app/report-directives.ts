import { quarantineList } from "../projections/directive-lists.js";
import { directives } from "../projections/directives.js";
import { escalatedList, totalsKey } from "../projections/list-keys.js";
import { motifRows, recurringList } from "../projections/motifs.js";
import { totals } from "../projections/totals.js";
import type { LedgerReader } from "../store/ledger-reader.js";
import type { Context } from "./context.js";

export interface DirectiveReport {
  readonly total: number;
  /** Those that wait in quarantine, counted up to a thousand. */
  readonly quarantined: number;
  readonly acknowledged: number;
  readonly violated: number;
  readonly unacknowledged: number;
  /** Statements about what was never shown. */
  readonly spoofed: number;
  /** What became critical by itself, newest first. */
  readonly escalated: readonly {
    readonly id: string;
    readonly text: string;
    readonly at: string;
    readonly violated: number;
  }[];
  /** Failures that came back in several tasks: proposals for a person. */
  readonly motifs: readonly MotifLine[];
}

interface MotifLine {
  readonly signature: string;
  readonly text: string;
  readonly tool: string;
  readonly count: number;
  readonly tasks: number;
  readonly lastAt: string;
  readonly fixedBy: string | null;
  readonly events: readonly number[];
}

const mostListed = 10;
const mostCounted = 1_000;

export async function directiveReport({ ledger }: Context, reader: LedgerReader): Promise<DirectiveReport> {
  const sums = await reader.row(totals, totalsKey);
  const escalated = await reader.rowsFrom(directives, { list: escalatedList, limit: mostListed });
  const waiting = await reader.rowsFrom(directives, { list: quarantineList, limit: mostCounted });
  const recurring = await reader.rowsFrom(motifRows, { list: recurringList, limit: mostListed });
  return {
    total: sums?.directives ?? 0,
    quarantined: waiting.length,
    ...(sums?.receipts ?? { acknowledged: 0, violated: 0, unacknowledged: 0 }),
    spoofed: sums?.spoofed ?? 0,
    escalated: escalated.map(({ row: { lesson, text, escalationHistory, receipts } }) => ({
      id: lesson,
      text,
      at: escalationHistory.at(-1)?.at ?? "",
      violated: receipts.violated,
    })),
    motifs: recurring
      .filter(({ row }) => row.tasks.length >= ledger.config.reflection.motifTasks)
      .map(({ row: { signature, text, tool, count, tasks, lastAt, fixedBy, events } }) => ({
        ...{ signature, text, tool, count, lastAt, fixedBy, events },
        tasks: tasks.length,
      })),
  };
}
