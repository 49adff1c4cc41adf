import * as z from "zod/mini";
import { type Refusal, refuseInput } from "../../verbs/call/admit.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import { personNeeded, type Speaker } from "../../verbs/call/speaker.js";
import { predicatePlace } from "./gate/phase-directives.js";
import { readPredicate } from "./predicate/read-predicate.js";
import { whyUseless } from "./predicate/useless-predicate.js";

const named = { field: "verificationPredicate" };

export const filesComeLaterInput = field(
  "True when the files of the predicate do not exist yet; otherwise one that fits no file is refused.",
  z._default(z.boolean(), false),
);

/** Refuses a check that cannot be read, or that an agent wrote: programs run it. */
export function predicateRefusal(
  speaker: Speaker,
  predicate: string | undefined,
  origin: string | undefined,
): Refusal | undefined {
  if (predicate === undefined) return undefined;
  const notPerson = personNeeded(speaker, origin, "write a check that a program runs");
  if (notPerson !== undefined) return { ...notPerson, ...named, next: `leave it out, or ${notPerson.next}` };
  const read = readPredicate(predicate);
  return "error" in read
    ? { ...named, reason: `${read.error}, at character ${read.position + 1}` }
    : undefined;
}

interface WithPredicate {
  readonly verificationPredicate?: string | undefined;
  readonly filesComeLater: boolean;
}

/**
 * Refuses a check that is copied to a project whose files are elsewhere, if it is of no use in any project:
 * it cannot be read, may not be run, or matches everything.
 */
export async function refuseUselessAnywhere(
  context: Context,
  verb: string,
  predicate: string | undefined,
): Promise<void> {
  if (predicate === undefined) return;
  const read = readPredicate(predicate);
  if ("error" in read) return refuseInput(context, verb, { ...named, reason: read.error }, { predicate });
  if (read.predicate.kind === "file_modified" || read.predicate.kind === "file_not_modified") return;
  const useless = await whyUseless(read.predicate, predicatePlace(context), true);
  if (useless !== undefined) await refuseInput(context, verb, { ...named, ...useless }, { predicate });
}

/** Refuses a check that can never pass or never fail in this project: it would decide nothing. */
export async function refuseUselessPredicate(
  context: Context,
  verb: string,
  input: WithPredicate,
): Promise<void> {
  const { verificationPredicate: predicate, filesComeLater } = input;
  const read = predicate === undefined ? undefined : readPredicate(predicate);
  if (read === undefined || "error" in read) return;
  const useless = await whyUseless(read.predicate, predicatePlace(context), filesComeLater);
  if (useless !== undefined) await refuseInput(context, verb, { ...named, ...useless }, input);
}
