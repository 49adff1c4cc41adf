import { hookHost } from "../hook-host.js";
import type { Host } from "../host.js";
import { momentsOf } from "./moments-of.js";
import { opencodeCall } from "./payload.js";

/** OpenCode, by the plugin in it, which adds the context or refuses the call as this host answers. */
export function opencodeHost(): Host {
  return hookHost({
    name: "opencode",
    read: (payload) => opencodeCall.safeParse(payload),
    momentsOf,
    // `opencode run` says so; of the rest it is not known whether a person types.
    typedBy: (call) => (call.headless === true ? undefined : "unknown"),
    outputOf: (_call, { context, refusal }) => {
      if (refusal !== undefined) return { refusal: refusal.reason };
      return context === undefined ? undefined : { context };
    },
  });
}
