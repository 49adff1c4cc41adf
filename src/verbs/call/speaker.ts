import { agentIn, type Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { isOrigin, originForms } from "../../log/events/origin.js";
import type { Witness } from "../../log/events/witness.js";

/**
 * Who a handle speaks for. A surface fixes it when it opens the handle; a call may name a less trusted
 * origin, and never a more trusted one.
 */
export interface Speaker {
  readonly actor: string;
  /** Where texts come from, unless a call says otherwise. */
  readonly origin: string;
  /** The channel that vouches for what is recorded; undefined when only the caller says so. */
  readonly witness: Witness | undefined;
  /** False for a person who may speak but not decide for everybody: a team member who is not a lead. */
  readonly decides?: boolean;
}

/** Why a call is refused to its speaker, in the form of `Refusal`. */
interface Refused {
  readonly field: "origin";
  readonly reason: string;
  readonly next: string;
}

/**
 * A program says for its whole handle what it is. Only two of its words are a witness: that a person acts, or
 * that it runs the agents itself.
 */
export function programSpeaker(origin: string, actor: string): Speaker {
  const witness = origin === "human" ? "person" : isOrchestrator(origin) ? "orchestrator" : undefined;
  return { actor, origin, witness };
}

/**
 * The same for a program in this environment. Inside a coding agent it is that agent, unless it names an agent or
 * a tool itself: a handle of theirs decides nothing either.
 */
export function speakerIn(env: Variables, origin: string, actor: string): Speaker {
  const claimed = programSpeaker(origin, actor);
  const agent = agentIn(env);
  return agent === undefined || mayBeModel(claimed) ? claimed : programSpeaker(`agent:${agent}`, agent);
}

/** An origin that a program may open its handle with; throws an error that names `field`. */
export function checkedOrigin(origin: unknown, field: string): string {
  if (isOrigin(origin) && !isPrompt(origin)) return origin;
  const given = typeof origin === "string" ? JSON.stringify(origin) : String(origin);
  throw new WhetstoneError(
    "invalid_input",
    `'${field}': ${isOrigin(origin) ? "only a host hears a person's words" : originForms}, not ${given}`,
    { field, next: "leave it out, or say who speaks, such as agent:reviewer", values: { [field]: origin } },
  );
}

/** The hooks of a coding agent: the host knows which of its agents speaks. */
export function hostSpeaker(host: string): Speaker {
  return { actor: host, origin: `tool:${host}`, witness: "host" };
}

/** The channel that vouches for a call. What a person passes on for somebody else is not his own word. */
export function witnessOf(speaker: Speaker, origin = speaker.origin): Witness | undefined {
  return speaker.witness === "person" && origin !== "human" ? undefined : speaker.witness;
}

/** Programs that a person or another program runs, not a model. */
const plainPrograms = ["tool:library", "tool:cli"];

/** Whether a model may read what a call returns: an agent's, or that of a caller of a server. */
export function mayBeModel({ origin }: Speaker): boolean {
  return origin.startsWith("agent:") || (origin.startsWith("tool:") && !plainPrograms.includes(origin));
}

/** Whether a call is a person's own act. */
export function isPerson(speaker: Speaker, origin = speaker.origin): boolean {
  return speaker.origin === "human" && origin === "human" && speaker.decides !== false;
}

/**
 * Whether the architect overrides and somebody vouches that it is the architect: the host whose hook this is,
 * or the orchestrator that owns the handle.
 */
export function isVouchedArchitect(speaker: Speaker, origin = speaker.origin): boolean {
  return origin === "agent:architect" && ["host", "orchestrator"].includes(speaker.witness ?? "");
}

/** Refuses an origin that would raise a call above its handle. */
export function raisedOrigin(speaker: Speaker, origin: unknown): Refused | undefined {
  if (typeof origin !== "string" || origin === speaker.origin) return undefined;
  if (origin !== "human" && !isOrchestrator(origin) && !isEmbedding(origin) && !isPrompt(origin))
    return undefined;
  if (isEmbedding(origin) && speaker.witness !== undefined) return undefined;
  return {
    field: "origin",
    reason: `this handle speaks for ${speaker.origin}, and a call cannot raise that to ${origin}`,
    next: nextFor(speaker),
  };
}

/** Refuses an act of a person that anything else asks for. */
export function personNeeded(
  speaker: Speaker,
  origin: unknown = speaker.origin,
  what = "do this",
): Refused | undefined {
  if (origin === "human" && isPerson(speaker)) return undefined;
  const raised = raisedOrigin(speaker, origin);
  if (speaker.decides === false && speaker.origin === origin) return leadNeeded(what);
  return (
    raised ?? { field: "origin", reason: `only a person may ${what}, not ${origin}`, next: nextFor(speaker) }
  );
}

function leadNeeded(what: string): Refused {
  const reason = `only a lead or an admin of the project may ${what}`;
  return { field: "origin", reason, next: "ask a lead of the project" };
}

/** An agent is sent to its person, and gets no recipe. */
function nextFor({ origin }: Speaker): string {
  return nextSteps[origin] ?? "ask the person you work for, who does it at a terminal of their own";
}

const nextSteps: Readonly<Record<string, string>> = {
  "tool:library": "a program that a person runs opens its handle with origin human",
  "tool:cli": "run it at a terminal; its --help says how a script names the person",
};

/** An origin holds letters, digits and a few marks, and begins with a letter or digit. */
export function originName(name: string): string {
  const kept = name
    .replace(/[^\p{L}\p{N}._ @+-]/gu, "-")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .slice(0, 100)
    .trim();
  return kept === "" ? "unnamed" : kept;
}

/** The program that opened the library: what it reports of a run stands in prompts as it is. */
function isEmbedding(origin: string): boolean {
  return origin === "tool:library";
}

/** A person's words in a prompt. Only the hooks of a host hear them, and none of their calls names it. */
function isPrompt(origin: string): boolean {
  return origin.startsWith("prompt:");
}

function isOrchestrator(origin: string): boolean {
  return origin.startsWith("system:");
}
