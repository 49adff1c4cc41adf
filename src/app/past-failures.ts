import type { EventOf } from "../events/catalog.js";
import type { StrategyRow } from "../projections/strategies.js";
import type { LedgerReader } from "../store/ledger-reader.js";

const failuresShown = 3;

/** The newest failures recorded for these strategies, each as a line. */
export async function failuresOf(
  reader: LedgerReader,
  rows: readonly StrategyRow[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const seq of rows.flatMap((row) => row.evidence).sort((a, b) => b - a)) {
    const [observed] = await reader.eventsAfter(seq - 1, 1);
    if (observed?.type !== "strategy-observed" || observed.data.success) continue;
    const outcome = (await reader.eventById(observed.data.outcome)) as
      | EventOf<"outcome-recorded">
      | undefined;
    if (outcome !== undefined) lines.push(failureLine(outcome));
    if (lines.length === failuresShown) break;
  }
  return lines;
}

function failureLine({ at, task, data }: EventOf<"outcome-recorded">): string {
  const where = task === undefined ? "" : ` on ${task}`;
  const what =
    data.failureDetails ?? `${data.result} with ${data.errorCount} errors, ${data.retryCount} retries`;
  return `${at.slice(0, 10)}${where}: ${what}`;
}
