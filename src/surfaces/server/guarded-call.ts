import { askingEvents } from "../../verbs/doctor/asking-events.js";
import { askAlone } from "./ask-alone.js";
import {
  type Answer,
  type CallOptions,
  callWithText,
  eventName,
  type Missing,
  noteUnsent,
  notStarted,
} from "./client.js";

/** A call that is about to run waits this long for a server to start; the rest is for deciding without one. */
const usualStartMs = 1_000;

export interface AgentEvent {
  readonly host: string;
  /** As JSON. */
  readonly payload: string;
  /** What the server is told besides, as the query of an address. */
  readonly query?: string;
}

export type Guarded = Answer | { readonly refused: string };

const refusal =
  "Whetstone is still starting and could not check this call against the rules of the project in time. " +
  "It was not run: make it again, unchanged.";

/**
 * Asks the local server to answer an agent's event. A call that is about to run is decided in a process of its
 * own where no server answers, and refused where neither comes up in time. Undefined when no answer came.
 */
export async function callGuarded(event: AgentEvent, options: CallOptions): Promise<Guarded | undefined> {
  const { host, payload, query = "" } = event;
  const route = `hooks/${encodeURIComponent(host)}`;
  let known: boolean | undefined;
  // Read only where it matters: payloads are as large as the files that an agent works on.
  const asks = () => {
    known ??= askingEvents.has(eventName(payload));
    return known;
  };
  const late: { refused?: string } = {};
  const answer = await callWithText(query === "" ? route : `${route}?${query}`, payload, {
    ...options,
    startMs: () => (asks() ? usualStartMs : options.budgetMs),
    instead: async (missing) => {
      if (!asks()) return undefined;
      const said = await withoutServer(event, options, missing);
      if (said !== "late") return said;
      await noteUnsent(route, `${missing.reason}: the call was denied`, options.env);
      late.refused = refusal;
      return noAnswer;
    },
  });
  return late.refused === undefined ? answer : { refused: late.refused };
}

const noAnswer: Answer = { status: 200, body: undefined };

async function withoutServer(
  { host, payload }: AgentEvent,
  { env, command }: CallOptions,
  { reason, leftMs }: Missing,
): Promise<Answer | "late" | undefined> {
  if (command === undefined) return undefined;
  const said = await askAlone({ host, payload, command, env, withinMs: leftMs });
  if (typeof said === "object") return { status: 200, body: bodyOf(said.text) };
  return said === "late" && reason === notStarted ? "late" : undefined;
}

function bodyOf(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    // Some agents read plain text.
    return text;
  }
}
