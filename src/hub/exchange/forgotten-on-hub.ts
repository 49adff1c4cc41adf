import type { EventOf } from "../../log/events/catalog.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { Machine } from "../rights/roster.js";

/** A tombstone on a hub, and which machines hold what it stands for no more. */
export interface ForgottenOnHub {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  /** Null where the forgotten text was not a lesson. */
  readonly lesson: string | null;
  readonly confirmed: readonly (Pick<Machine, "member" | "machine"> & { readonly confirmedAt: string })[];
  /** Machines that have not confirmed this one. A machine that never exchanged is nowhere. */
  readonly waiting: readonly Pick<Machine, "member" | "machine">[];
}

/** There is no index by type; who wants to know asks soon after. */
const looksAt = 20_000;
const pageSize = 1_000;

/** The tombstones at the end of the log, newest first. */
export async function forgottenOnHub(
  ledger: Ledger,
  machines: readonly Machine[],
): Promise<readonly ForgottenOnHub[]> {
  const tombstones = await ledger.read(async (reader) => {
    const found: EventOf<"lesson-forgotten" | "text-forgotten">[] = [];
    const head = await reader.head();
    for (let seq = Math.max(0, head - looksAt); seq < head; seq += pageSize)
      for (const event of await reader.eventsAfter(seq, pageSize))
        if (event.type === "lesson-forgotten" || event.type === "text-forgotten") found.push(event);
    return found.toReversed();
  });
  return tombstones.map((event) => {
    const { seq, at, actor } = event;
    const hasFollowed = ({ forgottenThrough }: Machine) => forgottenThrough >= seq;
    return {
      seq,
      at,
      actor,
      lesson: event.type === "lesson-forgotten" ? event.data.lesson : null,
      confirmed: machines
        .filter(hasFollowed)
        .map(({ member, machine, confirmedAt }) => ({ member, machine, confirmedAt: confirmedAt ?? "" })),
      waiting: machines
        .filter((each) => !hasFollowed(each))
        .map(({ member, machine }) => ({ member, machine })),
    };
  });
}
