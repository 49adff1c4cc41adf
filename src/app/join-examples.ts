import type { RecordedEvent } from "../events/envelope.js";
import type { Ledger } from "../store/ledger.js";
import { admitEvent } from "../team/admit-event.js";
import { type Sharing, sharedEvent } from "../team/shared-event.js";

/** What says most about a project: a person who reads it knows what would leave the machine. */
const telling = ["error-recorded", "outcome-recorded", "directive-added", "deliberation-recorded"];
const eventsLookedAt = 2_000;

/** The newest events of different types, as the team would get them. */
export async function joinExamples(
  ledger: Ledger,
  sharing: Sharing,
  count: number,
): Promise<readonly RecordedEvent[]> {
  const newest = await ledger.read(async (reader) =>
    reader.recordedAfter(Math.max(0, (await reader.head()) - eventsLookedAt), eventsLookedAt),
  );
  const byType = new Map(
    newest
      .map((event) => sharedEvent(event, sharing))
      .filter((event) => !("refused" in admitEvent(sharing.caller, event)))
      .map((event) => [event.type, event] as const),
  );
  const rank = ({ type }: RecordedEvent) => (telling.includes(type) ? telling.indexOf(type) : telling.length);
  return [...byType.values()].sort((a, b) => rank(a) - rank(b)).slice(0, count);
}
