import type { Whetstone } from "../verbs/open/whetstone.js";
import type { Place } from "./moment.js";

/** The role of an agent: its own name, or the main role for the agent that a person talks to. */
export function roleOf({ config }: Whetstone, { role }: Place): string {
  return scopedName(role ?? "") || scopedName(config.hosts.mainRole) || "coder";
}

/** An agent from a plugin is called `plugin:name`; lessons are for the name. */
function scopedName(role: string): string {
  const name = role.split(":").at(-1) ?? "";
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._ @+-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim()
    .slice(0, 100);
}

/** The source of what an agent wrote. */
export function agentSource(
  ws: Whetstone,
  place: Place,
): { readonly actor: string; readonly origin: string } {
  return { actor: place.host, origin: `agent:${roleOf(ws, place)}` };
}

/** The source of what the host saw, such as the output of a tool, which no agent vouches for. */
export function hostSource({ host }: Place): { readonly actor: string; readonly origin: string } {
  return { actor: host, origin: `tool:${host}` };
}
