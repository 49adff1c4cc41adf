import * as z from "zod/mini";
import { lessonRow } from "../../lessons/find-lesson.js";
import { quoteAsData } from "../../lessons/unconfirmed/quote-as-data.js";
import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import { totalsKey } from "../../log/list-keys.js";
import type { RecentEventType } from "../../log/recent-events.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { totals } from "../../runs/fold/totals.js";
import { limitText } from "../../runs/policy/human-limits.js";
import { policyFields } from "../../runs/reliability/policy-rule.js";

export const changeOutput = z.strictObject({ seq: z.int(), at: z.string(), text: z.string() });

type Change = Readonly<z.output<typeof changeOutput>>;

/** Events that change what agents see or may do. */
const telling: readonly RecentEventType[] = [
  "policy-tightened",
  "relaxation-suggested",
  "policy-relaxed",
  "policy-set",
  "strategy-inverted",
  "strategy-restored",
  "lesson-promoted",
  "lesson-deprecated",
  "lesson-reset",
  "lesson-forgotten",
];

/** The most changes of each kind: a report is for reading, not an archive. */
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
  const outcomes =
    total === undefined ? 0 : total.success + total.partial + total.failure - (last?.data.outcomes ?? 0);
  const changes: Change[] = [];
  for (const event of found.sort((a, b) => b.seq - a.seq))
    changes.push({ seq: event.seq, at: event.at, text: tell(event, await nameOf(reader, event)) });
  return { at: last?.at ?? null, outcomes, changes };
}

const nameChars = 80;

/** The lesson in its own words, with its id to ask for more; the id alone when its words are gone. */
async function nameOf(reader: LedgerReader, { data }: WhetstoneEvent): Promise<string> {
  if (!("lesson" in data) || data.lesson === undefined) return "";
  const found = await lessonRow(reader, data.lesson);
  if (found === undefined) return data.lesson;
  return `${quoteAsData(found.of.line(found.row).text, nameChars)} (${data.lesson})`;
}

function tell(event: WhetstoneEvent, lesson: string): string {
  switch (event.type) {
    case "policy-tightened":
    case "policy-relaxed": {
      const { capability, changes, reason } = event.data;
      const how = changes.map(({ field, from, to }) => `${field} ${from} → ${to}`).join(", ");
      if (how === "") return `Policy of ${capability} reviewed by ${event.actor}, with no change (${reason})`;
      const what = event.type === "policy-tightened" ? "tightened" : `relaxed by ${event.actor}`;
      return `Policy of ${capability} ${what}: ${how} (${reason})`;
    }
    case "relaxation-suggested":
      return `Review suggested for ${event.data.capability}: ${event.data.reason}`;
    case "policy-set":
      return limitsTold(event);
    case "strategy-inverted":
      return `${lesson} is to be avoided now`;
    case "strategy-restored":
      return event.data.from === "deprecated"
        ? `${lesson} is shown again: its evidence speaks for it`
        : `${lesson} is no longer to be avoided: most of its tries have worked`;
    case "lesson-promoted":
      return `${lesson} was promoted by ${event.actor} (${event.data.reason})`;
    case "lesson-deprecated":
      return (
        `${lesson} was deprecated by ${event.data.by === "evidence" ? "its evidence" : event.actor} ` +
        `(${event.data.reason})`
      );
    case "lesson-reset":
      return `${lesson} was reset by ${event.actor} (${event.data.reason})`;
    case "lesson-forgotten":
      return `${lesson} was forgotten by ${event.actor} (${event.data.reason})`;
    default:
      return event.type;
  }
}

function limitsTold({ actor, data }: EventOf<"policy-set">): string {
  const { capability, removed, reason } = data;
  const set = policyFields.flatMap((name) => {
    const value = data[name];
    return value === undefined ? [] : [limitText(name, value)];
  });
  const acts = [
    ...(set.length === 0 ? [] : [`set ${set.join(" and ")} for ${capability}`]),
    ...(removed.length === 0
      ? []
      : [`removed the limit on ${removed.map((name) => limitNames[name]).join(" and ")} of ${capability}`]),
  ];
  return `${actor} ${acts.join(" and ")} (${reason})`;
}

const limitNames = { requireApproval: "approval", maxRetries: "retries", riskMultiplier: "risk" } as const;
