import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { textId } from "./envelope.js";

/** Who records what transcripts hold. Hooks record under the name of their agent. */
export const transcriptReader = "learn";

/** More than one transaction takes in. */
export const callsAtOnce = 1_000;

const count = z.int().check(z.nonnegative());

/** Calls and prompts of one session were taken in from what its agent wrote down. */
export const sessionLearned = defineEvent(
  "session-learned",
  z.strictObject({
    /** The coding agent. */
    agent: textId,
    session: textId,
    /** Digests of the calls' ids: a call that is known by its id is not taken in again. */
    calls: z.array(z.string().check(z.maxLength(16))).check(z.maxLength(callsAtOnce)),
    /** Digests of the prompts that a person typed. */
    prompts: z.array(z.string().check(z.maxLength(16))).check(z.maxLength(callsAtOnce)),
    /** How many of the calls failed, failed as one of an earlier session did, and had a known remedy. */
    failures: count,
    repeats: count,
    met: count,
    /** Tools that failed last when they were used. */
    broken: z.array(z.string()).check(z.maxLength(50)),
    /** Its end was taken in too. */
    ended: z.boolean(),
  }),
  [(v1) => ({ ...v1, prompts: [] })],
);
