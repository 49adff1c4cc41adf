import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { textId } from "./envelope.js";

/** The actor of events that come from transcripts. Hooks record under the name of their agent. */
export const transcriptReader = "learn";

/** The largest number of calls for one transaction. */
export const callsAtOnce = 1_000;

const count = z.int().check(z.nonnegative());

/** Calls and prompts of one session were imported from its transcript. */
export const sessionLearned = defineEvent(
  "session-learned",
  () =>
    z.strictObject({
      /** The coding agent. */
      agent: textId,
      session: textId,
      /** Digests of the calls' ids: a known call is not imported again. */
      calls: z.array(z.string().check(z.maxLength(16))).check(z.maxLength(callsAtOnce)),
      /** The beginning of the first prompt that a person typed, while it is not known yet. */
      firstPrompt: z.optional(z.string().check(z.maxLength(2_000))),
      /** Digests of the prompts that a person typed. */
      prompts: z.array(z.string().check(z.maxLength(16))).check(z.maxLength(callsAtOnce)),
      /** The calls that failed, that repeated a failure of an earlier session, and that had a known remedy. */
      failures: count,
      repeats: count,
      met: count,
      /** Tools whose last call failed. */
      broken: z.array(z.string()).check(z.maxLength(50)),
      /** Whether the end of the session was imported too. */
      ended: z.boolean(),
    }),
  { decidedBy: "nobody", raw: ["firstPrompt"] },
);

/** The beginning of what a person typed first in a session: people know it by that. */
export const sessionNamed = defineEvent(
  "session-named",
  () =>
    z.strictObject({
      /** The session. */
      phase: z.string().check(z.minLength(1), z.maxLength(200)),
      firstPrompt: z.optional(z.string().check(z.maxLength(200))),
      /** The branch that was checked out when it was typed; absent outside of git and without a branch. */
      branch: z.optional(z.string().check(z.maxLength(200))),
    }),
  { decidedBy: "nobody", raw: ["firstPrompt", "branch"], upcasts: [(v1) => v1] },
);
