import * as z from "zod/mini";
import type { Refusal } from "../../app/admit.js";
import { field } from "../../app/field.js";
import type { OptionSpecs, Values } from "../../terminal/option-spec.js";

/** What a person says who changes something for good, and may look at first. */
export const personInput = {
  reason: field(
    "Why. Needed, but for a dry run.",
    z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  ),
  dryRun: field("Only show what would change.", z._default(z.boolean(), false)),
};

/** Refuses a call for good that leaves one of these out. */
export function neededUnlessDryRun(
  input: Readonly<Record<string, unknown>>,
  needed: readonly string[],
): Refusal | undefined {
  const missing = needed.find((name) => input[name] === undefined);
  if (input.dryRun === true || missing === undefined) return undefined;
  return { field: missing, reason: "it is needed, but for a dry run" };
}

/** Names the person who decides, for verbs whose input has `actor` and `origin`. */
export const byOption = {
  by: { type: "string", value: "NAME", about: "The person who decides. Needed for a directive." },
} as const satisfies OptionSpecs;

/** A person who is named answers for the change. */
export function withPerson(input: Readonly<Record<string, unknown>>, { by }: Values) {
  return by === undefined ? input : { ...input, actor: by, origin: "human" };
}
