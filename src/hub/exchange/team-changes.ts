import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import type { Team } from "./team-acts.js";

interface TeamChange {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  /** The reason that the person gave; null where there is none. */
  readonly reason: string | null;
}

/** Changes are rare, and there is no index by type: those further back are in the log. */
const [looksAt, pageSize, shown] = [20_000, 1_000, 20];

/** The last changes of members and keys, newest first, as the log tells them. */
export async function changesIn({ ledger }: Pick<Team, "ledger">): Promise<readonly TeamChange[]> {
  return ledger.read(async (reader) => {
    const found: TeamChange[] = [];
    const head = await reader.head();
    for (let seq = Math.max(0, head - looksAt); seq < head; seq += pageSize)
      for (const event of await reader.eventsAfter(seq, pageSize)) {
        const told = said(event);
        if (told !== undefined) found.push({ seq: event.seq, at: event.at, by: event.actor, ...told });
      }
    return found.slice(-shown).toReversed();
  });
}

function said(event: WhetstoneEvent): Pick<TeamChange, "what" | "reason"> | undefined {
  if (event.type !== "member-changed" && event.type !== "key-made" && event.type !== "key-revoked")
    return undefined;
  return { what: changeText(event), reason: event.data.reason ?? null };
}

function changeText(event: EventOf<"member-changed" | "key-made" | "key-revoked">): string {
  if (event.type === "member-changed") {
    const { member, from, to } = event.data;
    if (to === null) return `${member} is no member any more`;
    return from === null ? `${member} became ${to}` : `${member} became ${to} instead of ${from}`;
  }
  const { member, keyId } = event.data;
  return event.type === "key-made"
    ? `a key of the kind ${event.data.kind} was made for ${member} (${keyId})`
    : `a key of ${member} was revoked (${keyId})`;
}
