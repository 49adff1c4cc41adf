import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import { momentsOf } from "./moments-of.js";
import { outputOf } from "./output-of.js";
import { codexEvent } from "./payload.js";

/** Codex, by the same plugin as Claude Code or by a hooks file of its own. */
export function codexHost(): Host {
  return hookHost({
    name: "codex",
    read: (payload) => codexEvent.safeParse(payload),
    momentsOf,
    outputOf: (event, reply) => outputOf(event.hook_event_name, reply),
  });
}
