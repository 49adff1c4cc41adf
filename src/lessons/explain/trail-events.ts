import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import type { TrailRow } from "../../runs/fold/trails.js";

/** An output that was read for acknowledgements, with what it was found to say. */
export interface ReadAnswer {
  readonly output: EventOf<"output-read">;
  readonly receipts: readonly EventOf<"receipt-recorded">[];
}

export async function eventsIn(
  reader: LedgerReader,
  seqs: readonly number[],
): Promise<readonly WhetstoneEvent[]> {
  const events: WhetstoneEvent[] = [];
  for (const seq of seqs) events.push(...(await reader.eventsAfter(seq - 1, 1)));
  return events;
}

/** More receipts than one output can bring about. */
const mostReceipts = 200;

/** How a session or a run answered its directives. The receipts of an output stand right behind it. */
export async function answersOf(
  reader: LedgerReader,
  { answers }: Pick<TrailRow, "answers">,
): Promise<readonly ReadAnswer[]> {
  const found: ReadAnswer[] = [];
  for (const output of await eventsIn(reader, answers.seqs)) {
    if (output.type !== "output-read") continue;
    const receipts: EventOf<"receipt-recorded">[] = [];
    for (const event of await reader.eventsAfter(output.seq, mostReceipts)) {
      if (event.type === "output-read" || event.run !== output.run) break;
      if (event.type === "receipt-recorded") receipts.push(event);
    }
    found.push({ output, receipts });
  }
  return found;
}

/** How it ended, one sentence for each outcome. */
export function endingsOf(outcomes: readonly WhetstoneEvent[]): readonly string[] {
  return outcomes
    .filter((event) => event.type === "outcome-recorded")
    .map(({ at, id, data }) => `It ended with ${data.result} at ${at} ('whetstone explain ${id}').`);
}
