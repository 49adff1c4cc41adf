import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import { momentsOf } from "./moments-of.js";
import { outputOf } from "./output-of.js";
import { claudeEvent } from "./payload.js";

/** Claude Code, by the hooks of its plugin or of its settings. */
export function claudeCodeHost(): Host {
  return hookHost({
    name: "claude-code",
    posts: true,
    read: (payload) => claudeEvent.safeParse(payload),
    momentsOf,
    outputOf: (event, reply) => outputOf(event.hook_event_name, reply),
  });
}
