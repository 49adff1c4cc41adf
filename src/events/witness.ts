import * as z from "zod/mini";
import type { Envelope } from "./envelope.js";

/**
 * The channel that vouches for a fact besides the one who claims it: a coding agent's own hooks, a person, a
 * report that a person, CI or a host handed in, or the program that runs the agents.
 */
export const witnesses = ["host", "person", "report", "orchestrator"] as const;
export type Witness = (typeof witnesses)[number];

/** Absent: only the one who claims it says so. */
export const witnessField = z.optional(z.enum(witnesses));

/** The coding agents whose hooks called before witnesses were written down. */
const formerHosts = ["claude-code", "codex", "opencode", "gemini", "cursor"];

/** What an event from before witnesses were written down can show by its origin. */
export function formerWitness({ origin }: Pick<Envelope, "origin">): { readonly witness?: Witness } {
  if (origin === "human") return { witness: "person" };
  return formerHosts.some((host) => origin === `tool:${host}`) ? { witness: "host" } : {};
}
