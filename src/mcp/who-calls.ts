import type { Who } from "./tool.js";

/**
 * The origin of a tool call is always an agent, never a person: a lesson from a tool becomes a candidate by
 * itself, and nothing more. The name is the one that the caller gives itself.
 */
export function whoCalls(argument: string | undefined, client: string | undefined, fallback: string): Who {
  const name = argument ?? (client === undefined ? fallback : originName(client));
  return { actor: name, origin: `agent:${originName(name)}` };
}

/** An origin holds letters, digits and a few marks, and begins with a letter or digit. */
function originName(name: string): string {
  const kept = name
    .replace(/[^\p{L}\p{N}._ @+-]/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 100)
    .trim();
  return kept === "" ? "unnamed" : kept;
}
