import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { field } from "../call/field.js";
import type { Immutable } from "../call/immutable.js";

/** What `doctor` found out about one thing. */
const checkOutput = z.strictObject({
  name: field("The subject of the check.", z.string()),
  state: z.enum(["ok", "warning", "problem"]),
  detail: field("What was found.", z.string()),
  next: field("What to do about it; commands stand in single quotes.", z.optional(z.string())),
  about: field(
    "The lessons, adapters or events that it is about, where it is about some.",
    z.optional(
      z.array(
        z.strictObject({
          kind: z.enum(["lesson", "adapter", "event"]),
          id: z.string(),
          text: field("The words of a lesson.", z.optional(z.string())),
        }),
      ),
    ),
  ),
});

export type Check = Immutable<z.output<typeof checkOutput>>;

export const doctorOutput = z.strictObject({
  healthy: field("False when at least one check found a problem.", z.boolean()),
  checks: field("The checks, in the order they ran.", z.array(checkOutput)),
});

export type DoctorResult = Immutable<z.output<typeof doctorOutput>>;

/** What to report of something that could not be looked at. */
export function failedCheck(name: string, error: unknown): Check {
  const detail = error instanceof Error ? error.message : String(error);
  const next = error instanceof WhetstoneError ? error.next : undefined;
  return {
    name,
    state: "problem",
    detail,
    next: next ?? "this is a bug: please report it with this text",
  };
}
