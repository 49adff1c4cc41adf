import { WhetstoneError } from "../../base/errors.js";
import { forgottenMark } from "../../log/events/blank-text.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import { clockSkewMs, epochMs } from "../../log/events/time.js";
import { actorOf, admitEvent } from "./admit-event.js";
import { batchEvents, type HubRefusal, type SentEvent } from "./hub.js";
import type { Caller } from "./roles.js";

export function tooManyEvents(count: number): WhetstoneError {
  return new WhetstoneError("too_large", `${count} events are more than ${batchEvents}`, {
    field: "events",
    next: `send at most ${batchEvents} at a time`,
  });
}

export function keyTaken(key: string, by: string): HubRefusal {
  return {
    reason: `the key '${key}' belongs to the event ${by}, which came first`,
    next: "nothing: what has this key is recorded",
  };
}

export function idTaken({ seq }: RecordedEvent): HubRefusal {
  return {
    reason: `event ${seq} of another member has this id and says something else`,
    next: "record it again, which gives it an id of its own",
  };
}

/**
 * Whether an event that is sent is the one that has its id. A member's own may have been forgotten in part
 * since; another member may bring it along from an export.
 */
export function isSameEvent(known: RecordedEvent, caller: Caller, sent: SentEvent): boolean {
  if (known.actor === actorOf(caller.member, sent.actor)) return true;
  if (known.type !== sent.type || known.at !== sent.at) return false;
  const admitted = admitEvent(caller, sent);
  const texts = [sent.data, "refused" in admitted ? sent.data : admitted.data];
  return texts.includes(known.data) || known.data.includes(forgottenMark);
}

/**
 * An event from the future would never age, and make every member's `doctor` doubt its clock. It is taken in
 * once its time has come.
 */
export function aheadOfClock({ id, at }: SentEvent, now: number): HubRefusal | undefined {
  const made = Number.parseInt(id.replace(/-/g, "").slice(0, 12), 16);
  if (Math.max(epochMs(at), made) <= now + clockSkewMs) return undefined;
  return {
    reason: `${at} (id ${id}) is more than ${clockSkewMs / 60_000} minutes ahead of the hub's clock`,
    next: "set the clock of the machine that wrote it; it is taken in once its time has come",
    isLater: true,
  };
}
