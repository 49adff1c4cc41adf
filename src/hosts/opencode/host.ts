import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import { momentsOf } from "./moments-of.js";
import { opencodeCall } from "./payload.js";

/**
 * OpenCode, by our plugin inside of it, which does what it is told here: adds a context, or refuses a call.
 */
export function opencodeHost(): Host {
  return hookHost({
    name: "opencode",
    read: (payload) => opencodeCall.safeParse(payload),
    momentsOf,
    outputOf: (_call, { context, refusal }) => {
      if (refusal !== undefined) return { refusal: refusal.reason };
      return context === undefined ? undefined : { context };
    },
  });
}
