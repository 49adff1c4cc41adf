import type { Place } from "../moment.js";
import { textAt } from "../read-payload.js";

interface Call {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/**
 * The place of the agent that a call starts; undefined when it starts none. Calls of one agent in a session
 * are one run.
 */
export function agentPlace(place: Place, { tool_name, tool_input }: Call): Place | undefined {
  const role = textAt(tool_input, "agent_name");
  if (tool_name !== "invoke_agent" || role === undefined) return undefined;
  return { ...place, role, run: `${place.session}:${role.replace(/[^\w-]+/g, "-").slice(0, 100)}` };
}

/**
 * What an agent answered: a text, or an object of texts, written as JSON. What is no JSON, or nested too
 * deeply to walk, is the text.
 */
export function agentAnswer(returnDisplay: unknown): string {
  const result = textAt(returnDisplay, "result") ?? "";
  try {
    return textsIn(JSON.parse(result)).join("\n");
  } catch {
    return result;
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
