import * as z from "zod/mini";
import { defineEvent, lessonPages } from "./definition.js";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const line = z.string().check(z.maxLength(500));
/** Enough to say which words of a long call went and came. */
export const callChars = 1_000;
const callLine = z.string().check(z.maxLength(callChars));

const reflectionResults = ["success", "partial", "failure", "blocked", "skipped", "inapplicable"] as const;

/**
 * What failed. `call`: the call itself · `host-tool`: a tool of the host for files, which says itself what went
 * wrong · `refused`: a person, a rule or an interruption ended it · `empty`: it printed nothing.
 */
export const failureKinds = ["call", "host-tool", "refused", "empty"] as const;

const words = z.readonly(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)));

/** A lesson from a tool call: what failed, and whether the host or the output showed it. */
export const reflectionRecorded = defineEvent(
  "reflection-recorded",
  () =>
    z.strictObject({
      tool: name,
      result: z.enum(reflectionResults),
      by: z.enum(["host", "text"]),
      because: line,
      phase: z.optional(name),
      /** The key of the first failure of its family: equal for every occurrence of the same failure. */
      signature: z.optional(line),
      /** Its own key, and the words by which others are compared with it, where it was never seen before. */
      key: z.optional(name),
      words: z.optional(z.strictObject({ call: words, cause: words })),
      kind: z.optional(z.enum(failureKinds)),
      /** The line that states the cause. */
      cause: z.optional(line),
      /** What failed and why, one line. */
      text: z.optional(line),
      /** The call, without its folder and secrets. */
      input: z.optional(callLine),
      /** What the call depends on, as it was: a digest. */
      state: z.optional(name),
    }),
  {
    decidedBy: "nobody",
    touches: lessonPages,
    trail: (data) => (isFailure(data) ? "failures" : undefined),
    moment: ({ data }) => {
      const { tool, text, cause, because } = data;
      return isFailure(data) ? { kind: "failed", text: text ?? `${tool}: ${cause ?? because}` } : undefined;
    },
  },
);

function isFailure({ result }: { readonly result: (typeof reflectionResults)[number] }): boolean {
  return result === "failure" || result === "inapplicable";
}

const quotedCall = z.strictObject({
  tool: name,
  sort: z.enum(["shell", "file", "other"]),
  text: callLine,
});

/**
 * A later call of the session undid a failure. `answered` teaches nothing: something alike worked, perhaps
 * because of an edit.
 */
export const failureUndone = defineEvent(
  "failure-undone",
  () =>
    z.strictObject({
      lesson: z.string(),
      phase: z.optional(name),
      how: z.enum(["similar", "other", "between", "answered"]),
      /** The call that failed with its causing line, what to do, and what worked then where that is another call. */
      pair: z.optional(
        z.strictObject({
          failed: quotedCall,
          line,
          worked: quotedCall,
          after: z.optional(quotedCall),
          /** It is not said before a person vouches for the lesson: it could do harm. */
          waits: z.boolean(),
        }),
      ),
    }),
  {
    decidedBy: "nobody",
    touches: lessonPages,
    moment: ({ data: { pair } }) =>
      pair === undefined ? undefined : { kind: "mended", text: `${pair.worked.tool} ${pair.worked.text}` },
  },
);

/** A call of a form that had failed worked. Written once for each lesson and session. */
export const callWorked = defineEvent(
  "call-worked",
  () =>
    z.strictObject({
      lesson: z.string(),
      phase: z.optional(name),
      /** The very call, by a digest of its words. */
      call: z.optional(name),
    }),
  { decidedBy: "nobody", touches: ["today", "lessons", "sessions"] },
);

/** The candidates of a phase were processed: which became lessons, which were known, which were left. */
export const phaseReflected = defineEvent(
  "phase-reflected",
  () =>
    z.strictObject({
      phase: name,
      candidates: z.int().check(z.nonnegative()),
      proposed: z.array(z.string()).check(z.maxLength(100)),
      known: z.int().check(z.nonnegative()),
    }),
  {
    decidedBy: "nobody",
    moment: ({ data: { proposed } }) =>
      proposed.length === 0 ? undefined : { kind: "learned", text: "From what failed", lessons: proposed },
  },
);
