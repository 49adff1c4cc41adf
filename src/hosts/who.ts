import type { Whetstone } from "../compose/whetstone.js";
import type { Place } from "./moment.js";

/** The role of the agent: its own name, or that of the agent that a person talks to. */
export function roleOf({ config }: Whetstone, { role }: Place): string {
  return nameOf(role ?? "") || nameOf(config.hosts.mainRole) || "coder";
}

/** An agent that a plugin brings is `plugin:name`: lessons are for the name, whoever brings it. */
function nameOf(role: string): string {
  const name = role.split(":").at(-1) ?? "";
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._ @+-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim()
    .slice(0, 100);
}

/** Who says what an agent wrote. */
export function byAgent(ws: Whetstone, place: Place): { readonly actor: string; readonly origin: string } {
  return { actor: place.host, origin: `agent:${roleOf(ws, place)}` };
}

/** Who says what only the host saw: text of a tool, for which nobody vouches. */
export function byHost({ host }: Place): { readonly actor: string; readonly origin: string } {
  return { actor: host, origin: `tool:${host}` };
}
