import type { RecordedEvent } from "../events/envelope.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { admitEvent } from "../team/admit-event.js";
import {
  batchEvents,
  type PullAnswer,
  type PushAnswer,
  type PushedEvent,
  type SentEvent,
} from "../team/hub.js";
import { keyTaken, tooMany } from "../team/refusals.js";
import type { Caller } from "../team/roles.js";
import { mayHoldUnstorable, wellFormedValue } from "../text/well-formed.js";
import type { Context } from "./context.js";

/** Gives events of a member's machine their places in the log of the hub, all in one transaction. */
export async function pushEvents(
  { ledger }: Context,
  caller: Caller,
  sent: readonly SentEvent[],
): Promise<PushAnswer> {
  if (sent.length > batchEvents) throw tooMany(sent.length);
  return ledger.write(async (writer) => {
    const events: PushedEvent[] = [];
    for (const event of sent) events.push(await take(writer, ledger.project, caller, event));
    return { events, head: await writer.head() };
  });
}

export async function pullEvents({ ledger }: Context, since: number, limit: number): Promise<PullAnswer> {
  return ledger.read(async (reader) => ({
    events: await reader.recordedAfter(since, Math.min(limit, batchEvents)),
    head: await reader.head(),
  }));
}

async function take(
  writer: LedgerWriter,
  project: string,
  caller: Caller,
  event: SentEvent,
): Promise<PushedEvent> {
  const { id, key } = event;
  const known = await writer.recordedById(id);
  if (known !== undefined) return { id, seq: known.seq };
  const taken = key === undefined ? undefined : await writer.eventByKey(key);
  if (taken !== undefined) return { id, refused: keyTaken(taken.key ?? "", taken.id) };
  const admitted = admitEvent(caller, event);
  if ("refused" in admitted) return { id, refused: admitted.refused };
  const seq = (await writer.head()) + 1;
  await writer.appendRecorded(repaired({ ...admitted, project, seq }));
  return { id, seq };
}

function repaired(event: RecordedEvent): RecordedEvent {
  if (!mayHoldUnstorable(event.data)) return event;
  return { ...event, data: JSON.stringify(wellFormedValue(JSON.parse(event.data))) };
}
