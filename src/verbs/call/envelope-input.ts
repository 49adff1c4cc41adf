import * as z from "zod/mini";
import { idempotencyKey, origin, textId } from "../../log/events/envelope.js";
import { field } from "./field.js";

/** Who calls: surfaces fill these in where they know better than the caller. */
export const callerInput = {
  actor: field(
    "The name of the caller; if left out, the name that the project was opened with.",
    z.optional(textId),
  ),
  origin: field(
    "Where the texts come from, if not from the caller: agent:<role>, tool:<name>, import:<file> or " +
      "llm:<model>. It never raises a call above its handle.",
    z.optional(origin),
  ),
};

/** The run that a call belongs to, and who calls. */
export const envelopeInput = {
  run: field("The run's id, which connects what is shown to the outcome.", z.optional(textId)),
  ...callerInput,
};

export const keyInput = field(
  "A key for this call: the same call again with the same key records nothing new, and another one is refused.",
  z.optional(idempotencyKey),
);
