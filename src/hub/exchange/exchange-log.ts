import { WhetstoneError } from "../../base/errors.js";
import { definitionOf } from "../../log/events/catalog.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { Ledger } from "../../log/store/ledger.js";
import { batchEvents, type Hub, type HubRefusal, type PushedEvent } from "../rights/hub.js";
import type { SharedProject } from "../shared/shared-project.js";

/** A shared project and the hub's side of it. */
export interface Sides {
  readonly ledger: Ledger;
  readonly project: SharedProject;
  readonly hub: Hub;
}

export interface Pulled {
  readonly events: number;
  readonly position: number;
  readonly hubHead: number;
  /** Why it ended before the hub's newest event. */
  readonly stopped?: HubRefusal;
}

/**
 * Takes in what the hub has and this machine has not, a page in each transaction. An event that this program
 * does not know ends it: folding without it would make rows that nobody else has. This machine goes on with
 * what it has, and with what it records itself.
 */
export async function pullAll({ ledger, hub }: Sides): Promise<Pulled> {
  const lower = foundationOf(ledger);
  let position = await lower.read((reader) => reader.head());
  for (let events = 0, isFirst = true; ; isFirst = false) {
    const page = isFirst ? await firstPage(lower, hub, position) : await hub.pull(position, batchEvents);
    const unknown = page.events.findIndex(({ type, v }) => fault(type, v) !== undefined);
    const known = unknown === -1 ? page.events : page.events.slice(0, unknown);
    if (known.length > 0) position = await takeIn(lower, known);
    events += known.length;
    const { head: hubHead } = page;
    const newer = page.events[unknown];
    if (newer !== undefined) return { events, position, hubHead, stopped: stoppedAt(newer) };
    if (known.length === 0 || position >= hubHead) return { events, position, hubHead };
  }
}

/** With the last event that is here already, which shows whether the hub's log is still the same one. */
async function firstPage(lower: Ledger, hub: Hub, position: number) {
  if (position === 0) return hub.pull(0, batchEvents);
  const { events, head } = await hub.pull(position - 1, batchEvents);
  const [ours] = await lower.read((reader) => reader.recordedAfter(position - 1, 1));
  const [theirs, ...rest] = events;
  if (theirs === undefined || theirs.id !== ours?.id) throw otherLog(position, head);
  return { events: rest, head };
}

/** Another process of this machine may have taken in a part of the page. Returns the place reached. */
function takeIn(lower: Ledger, events: readonly RecordedEvent[]): Promise<number> {
  return lower.write(async (writer) => {
    let head = await writer.head();
    for (const event of events) {
      if (event.seq <= head) continue;
      await writer.appendRecorded({ ...event, project: lower.project });
      head = event.seq;
    }
    return head;
  });
}

export interface Pushed {
  readonly sent: number;
  readonly waiting: number;
  /** For good. */
  readonly refused: readonly (HubRefusal & { readonly id: string })[];
}

/**
 * Sends what the hub has not answered for, in batches. What it refuses leaves the tail and blocks nothing, and
 * so does what is not for the hub: that a text was forgotten here, which no other machine can follow.
 */
export async function pushAll({ project, hub }: Sides, now: () => string): Promise<Pushed> {
  let [sent, waiting] = [0, 0];
  const refused: (HubRefusal & { id: string })[] = [];
  for (;;) {
    const unsent = await project.unsent(batchEvents);
    if (unsent.events.length === 0) return { sent, waiting, refused };
    const [own, others] = [unsent.events.filter(isOwners), unsent.events.filter((event) => !isOwners(event))];
    const events = others.length === 0 ? [] : (await hub.push(others)).events;
    const final = events.flatMap(refusedForGood);
    await project.answered(unsent, { refused: final, kept: own.map(({ id }) => id) }, now());
    refused.push(...final);
    sent += events.filter((event) => "seq" in event).length;
    waiting += events.filter((event) => "refused" in event && event.refused.isLater === true).length;
  }
}

function isOwners({ type }: Pick<RecordedEvent, "type">): boolean {
  return definitionOf(type).decidedBy === "owner";
}

function refusedForGood(event: PushedEvent): readonly (HubRefusal & { readonly id: string })[] {
  if (!("refused" in event) || event.refused.isLater === true) return [];
  return [{ id: event.id, ...event.refused }];
}

export function foundationOf(ledger: Ledger): Ledger {
  if (ledger.foundation === undefined) throw new Error("this ledger is not over a shared store");
  return ledger.foundation;
}

function fault(type: string, v: number): string | undefined {
  try {
    definitionOf(type, v);
    return undefined;
  } catch (error) {
    if (error instanceof WhetstoneError) return error.message;
    throw error;
  }
}

function stoppedAt({ seq, type, v }: RecordedEvent): HubRefusal {
  return {
    reason: `event ${seq} of the hub, ${type} version ${v}, was written by a newer version of Whetstone`,
    next: "update Whetstone on this machine; until then it goes on with what it has, and sends what it records",
  };
}

export function otherLog(position: number, hubHead: number): WhetstoneError {
  return new WhetstoneError(
    "replaced",
    `the hub's log is not the one of which this machine has ${position} events: it was restored or replaced`,
    {
      next: "ask who runs the hub; to begin anew from its log, leave the team and join it again",
      values: { position, hubHead },
    },
  );
}
