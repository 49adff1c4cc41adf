import { WhetstoneError } from "../errors.js";
import { batchEvents, type HubRefusal } from "./hub.js";

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
