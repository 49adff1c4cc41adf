import type { WhetstoneEvent } from "../events/catalog.js";
import type { LandmarkType } from "../projections/landmarks.js";
import { totals } from "../projections/totals.js";
import { totalsKey } from "../projections/totals-key.js";
import type { LedgerReader } from "../store/ledger-reader.js";

export interface Change {
  readonly seq: number;
  readonly at: string;
  readonly text: string;
}

/** Events that change what agents see or may do. */
const telling: readonly LandmarkType[] = [
  "policy-tightened",
  "relaxation-suggested",
  "policy-relaxed",
  "policy-set",
  "strategy-inverted",
  "lesson-promoted",
  "lesson-deprecated",
  "lesson-reset",
  "lesson-forgotten",
];

/** Of each kind at most so many; a report is read, not archived. */
const mostOfAKind = 20;

/** What changed since the last report that was kept, newest first. */
export async function changesSince(
  reader: LedgerReader,
): Promise<{ at: string | null; outcomes: number; changes: readonly Change[] }> {
  const [last] = await reader.latest("report-made", 1);
  const isNew = (event: { readonly seq: number }) => event.seq > (last?.seq ?? 0);
  const found: WhetstoneEvent[] = [];
  for (const type of telling) found.push(...(await reader.latest(type, mostOfAKind)).filter(isNew));
  const total = (await reader.row(totals, totalsKey))?.outcomes;
  const outcomes = total === undefined ? 0 : total.success + total.partial + total.failure - (last?.data.outcomes ?? 0);
  const changes = found
    .sort((a, b) => b.seq - a.seq)
    .map((event) => ({ seq: event.seq, at: event.at, text: tell(event) }));
  return { at: last?.at ?? null, outcomes, changes };
}

function tell(event: WhetstoneEvent): string {
  switch (event.type) {
    case "policy-tightened":
    case "policy-relaxed": {
      const how = event.data.changes.map(({ field, from, to }) => `${field} ${from} → ${to}`).join(", ");
      const what = event.type === "policy-tightened" ? "tightened" : `relaxed by ${event.actor}`;
      return `Policy of ${event.data.capability} ${what}: ${how === "" ? "no field" : how} (${event.data.reason})`;
    }
    case "relaxation-suggested":
      return `Review suggested for ${event.data.capability}: ${event.data.reason}`;
    case "policy-set":
      return `${event.actor} set a limit for ${event.data.capability} (${event.data.reason})`;
    case "strategy-inverted":
      return `${event.data.antiLesson} is to be avoided now`;
    case "lesson-promoted":
      return `${event.data.lesson} was promoted by ${event.actor} (${event.data.reason})`;
    case "lesson-deprecated":
      return `${event.data.lesson} was deprecated by ${event.data.by === "evidence" ? "its evidence" : event.actor} (${event.data.reason})`;
    case "lesson-reset":
      return `${event.data.lesson} was reset by ${event.actor} (${event.data.reason})`;
    case "lesson-forgotten":
      return `${event.data.lesson} was forgotten by ${event.actor} (${event.data.reason})`;
    default:
      return event.type;
  }
}
