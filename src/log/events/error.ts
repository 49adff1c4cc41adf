import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

export const errorTypes = ["validation", "timeout", "conflict", "tool_failure", "unknown"] as const;

/** Something went wrong in the course of a task. */
export const errorRecorded = defineEvent(
  "error-recorded",
  () =>
    z.strictObject({
      errorType: z.enum(errorTypes),
      message: z.string().check(z.minLength(1), z.maxLength(4_000)),
      stackTrace: z.optional(z.string().check(z.maxLength(20_000))),
      toolName: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      /** What was being done when it happened. */
      context: z.optional(z.string().check(z.maxLength(4_000))),
    }),
  { decidedBy: "nobody", raw: ["stackTrace", "context"] },
);

/** An error was resolved. The total does not change: the error still happened. */
export const errorResolved = defineEvent(
  "error-resolved",
  () => z.strictObject({ error: z.string(), errorType: z.enum(errorTypes) }),
  { decidedBy: "nobody" },
);
