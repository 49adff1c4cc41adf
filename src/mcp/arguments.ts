import * as z from "zod/mini";

const said = z.describe;

/** Understood by every tool. */
export const commonArguments = {
  project_key: z
    .optional(z.string().check(z.maxLength(4_096)))
    .check(said("The project's folder, absolute; this server's own project if left out")),
  agent_name: z
    .optional(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(said("Who calls, such as worker-1")),
};

/**
 * Arguments that several tools share, under the names that swarms of agents use. Lengths and ids are the
 * verb's to judge.
 */
export const beadId = z.string().check(said("The task's id, such as bd-123.1"));
export const runId = z
  .optional(z.string())
  .check(said("The run's id, to tie what is shown to what comes of it"));
export const filesTouched = z
  .optional(z.array(z.string()))
  .check(said("Paths of the files that were changed"));
export const strategy = z.optional(z.string()).check(said("How the work was split, such as file-based"));
export const phase = z.string().check(said("The name of the phase"));
export const role = z.string().check(said("The role, such as coder or reviewer"));

export function text(about: string) {
  return z.string().check(said(about));
}

export function maybeText(about: string) {
  return z.optional(z.string()).check(said(about));
}

export function maybeCount(about: string) {
  return z.optional(z.number()).check(said(about));
}

export function maybeFlag(about: string) {
  return z.optional(z.boolean()).check(said(about));
}
