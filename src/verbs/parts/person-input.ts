import * as z from "zod/mini";
import type { OptionSpecs } from "../../base/terminal/option-spec.js";
import type { Refusal } from "../call/admit.js";
import { field } from "../call/field.js";

const reason = z.string().check(z.minLength(1), z.maxLength(1_000));

/** The reason of a decision. */
export const reasonInput = field("Why.", reason);

/** The input of a lasting change by a person, with a dry run. */
export const personInput = {
  reason: field("The reason. Required unless it is a dry run.", z.optional(reason)),
  dryRun: field("Only show what would change.", z._default(z.boolean(), false)),
};

/** Refuses a call for good that leaves one of these out. */
export function neededUnlessDryRun(
  input: Readonly<Record<string, unknown>>,
  needed: readonly string[],
): Refusal | undefined {
  const missing = needed.find((name) => input[name] === undefined);
  if (input.dryRun === true || missing === undefined) return undefined;
  return { field: missing, reason: "it is required unless it is a dry run" };
}

/** Names the person who decides. The command line opens its handle for that person: see `speakerAt`. */
export const byOption = {
  by: { type: "string", value: "NAME", about: "The person who decides; your user name, if left out." },
} as const satisfies OptionSpecs;

/** Names the person who answers for a text that a tool could bring in too. */
export const answersOption = {
  by: { type: "string", value: "NAME", about: "The person who vouches for it." },
} as const satisfies OptionSpecs;
