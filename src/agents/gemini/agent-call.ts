import type { Place } from "../moment.js";
import { textAt } from "../read-payload.js";

interface Call {
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
}

/**
 * The place of the agent that a call starts, if it starts one. Calls of one agent in a session are one run.
 */
export function agentPlace(place: Place, { tool_name, tool_input }: Call): Place | undefined {
  const role = textAt(tool_input, "agent_name");
  if (tool_name !== "invoke_agent" || role === undefined) return undefined;
  return { ...place, role, run: `${place.session}:${role.replace(/[^\w-]+/g, "-").slice(0, 100)}` };
}

/** The answer of an agent: JSON of a text or of an object of texts. Anything else is taken as plain text. */
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
