import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const name = z.string().check(z.minLength(1), z.maxLength(200));

export const workNotes = ["began", "edited", "ran", "unseen"] as const;

/**
 * What the hooks of a coding agent saw of a session's work, as far as a rule in force asks for it. Written only
 * when it changes what is known: most calls leave nothing. The run is the agent that did it.
 */
export const workNoted = defineEvent(
  "work-noted",
  () =>
    z.strictObject({
      phase: name,
      /** The hooks watch from here; a file was edited; something required was done; calls were missed. */
      noted: z.enum(workNotes),
      /** A digest of the folder of the working tree: the path stays on the machine. */
      repository: z.optional(z.string().check(z.maxLength(64))),
      /** What was done, in the words of the rule that requires it, never in those of the call. */
      what: z.optional(z.string().check(z.maxLength(500))),
      ended: z.optional(z.enum(["passed", "failed", "unknown"])),
    }),
  { decidedBy: "nobody" },
);
