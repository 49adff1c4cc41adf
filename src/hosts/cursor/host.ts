import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import { momentsOf } from "./moments-of.js";
import { outputOf } from "./output-of.js";
import { cursorEvent } from "./payload.js";
import { Turns } from "./turns.js";

/** Cursor, by its hooks file. Written from its documentation and never run in Cursor. */
export function cursorHost(): Host {
  const turns = new Turns();
  return hookHost({
    name: "cursor",
    read: (payload) => cursorEvent.safeParse(payload),
    momentsOf: (event) => momentsOf(event, turns),
    outputOf: (event, reply) => outputOf(event.hook_event_name, reply),
  });
}
