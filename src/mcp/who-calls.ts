import type { Who } from "./tool.js";

/**
 * The origin of what a tool brings in is always an agent's, never a person's: what comes over this door can
 * become a candidate by itself, and no more. The name is the caller's word for itself.
 */
export function whoCalls(argument: string | undefined, client: string | undefined, fallback: string): Who {
  const name = argument ?? (client === undefined ? fallback : plain(client));
  return { actor: name, origin: `agent:${plain(name)}` };
}

/** What an origin may hold: letters, digits and a few marks, beginning with a letter or digit. */
function plain(name: string): string {
  const kept = name
    .replace(/[^\p{L}\p{N}._ @+-]/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 100)
    .trim();
  return kept === "" ? "unnamed" : kept;
}
