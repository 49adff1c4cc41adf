import * as z from "zod/mini";
import { defineEvent, lessonPages } from "./definition.js";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const line = z.string().check(z.maxLength(500));

const reflectionResults = ["success", "partial", "failure", "blocked", "skipped", "inapplicable"] as const;

export const failureKinds = ["misuse", "environment", "host", "refused", "nothing", "work"] as const;

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
      /** Equal for every occurrence of the same failure. */
      signature: z.optional(line),
      /** The kind of failure, the failed program, the line that states the cause, and what that line names. */
      kind: z.optional(z.enum(failureKinds)),
      program: z.optional(name),
      cause: z.optional(line),
      named: z.optional(line),
      /** Commands that the output proposes. */
      suggested: z.optional(z.array(line).check(z.maxLength(3))),
      /** A candidate for a lesson, one line. */
      text: z.optional(line),
      /** The beginning of the call's input. */
      input: z.optional(line),
      /** The input of a later call that worked; the result is then that call's. */
      fixedBy: z.optional(line),
      /** How that call relates to the failure, and what it suggests to do. */
      relation: z.optional(z.enum(["again", "instead", "helps"])),
      advice: z.optional(line),
    }),
  {
    decidedBy: "nobody",
    touches: lessonPages,
    trail: (data) => (isFailure(data) ? "failures" : undefined),
    moment: ({ data }) => {
      const { tool, text, cause, because, input = "", advice = "" } = data;
      if (isFailure(data)) return { kind: "failed", text: text ?? `${tool}: ${cause ?? because}` };
      if (advice === "") return undefined;
      return { kind: "mended", text: `${tool}${input === "" ? "" : ` ${input}`}` };
    },
  },
);

function isFailure({ result }: { readonly result: (typeof reflectionResults)[number] }): boolean {
  return result === "failure" || result === "inapplicable";
}

/** A call of a form that had failed worked. Written once for each lesson and session. */
export const callWorked = defineEvent(
  "call-worked",
  () => z.strictObject({ lesson: z.string(), phase: z.optional(name) }),
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
