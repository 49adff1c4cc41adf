import { originName } from "../../verbs/call/speaker.js";
import type { ToolCaller } from "./tool.js";

/**
 * The origin of a tool call is always an agent, never a person: a lesson from a tool becomes a candidate by
 * itself, and nothing more. The name is the one that the caller gives itself.
 */
export function callerOf(
  argument: string | undefined,
  client: string | undefined,
  fallback: string,
): ToolCaller {
  const name = argument ?? (client === undefined ? fallback : originName(client));
  return { actor: name, origin: `agent:${originName(name)}` };
}
