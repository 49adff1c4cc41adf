import * as z from "zod/mini";

/**
 * The channel that vouches for a fact besides the one who claims it: a coding agent's own hooks, a person, a
 * report that a person, CI or a host handed in, or the program that runs the agents.
 */
export const witnesses = ["host", "person", "report", "orchestrator"] as const;
export type Witness = (typeof witnesses)[number];

/** Absent for a self-reported fact. */
export const witnessField = z.optional(z.enum(witnesses));
