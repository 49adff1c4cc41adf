import * as z from "zod/mini";
import type { Envelope } from "./envelope.js";

/**
 * The channel that vouches for a fact besides the one who claims it: a coding agent's own hooks, a person, a
 * report that a person, CI or a host handed in, or the program that runs the agents.
 */
export const witnesses = ["host", "person", "report", "orchestrator"] as const;
export type Witness = (typeof witnesses)[number];

/** Absent for a self-reported fact. */
export const witnessField = z.optional(z.enum(witnesses));

/** The hosts that existed before events had a witness. */
const formerHosts = ["claude-code", "codex", "opencode", "gemini", "cursor"];

/** The witness of an older event, derived from its origin. */
export function formerWitness({ origin }: Pick<Envelope, "origin">): { readonly witness?: Witness } {
  if (origin === "human") return { witness: "person" };
  return formerHosts.some((host) => origin === `tool:${host}`) ? { witness: "host" } : {};
}
