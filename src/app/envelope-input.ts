import * as z from "zod/mini";
import { idempotencyKey, origin, textId } from "../events/envelope.js";
import { field } from "./field.js";

/** Who calls: surfaces fill these in where they know better than the caller. */
export const callerInput = {
  actor: field("Who acts; the name that the project was opened with, if left out.", z.optional(textId)),
  origin: field(
    "Where the texts come from: human, agent:<role>, tool:<name>, import:<file> or llm:<model>.",
    z.optional(origin),
  ),
};

/** The run that a call belongs to, and who calls. */
export const envelopeInput = {
  run: field("The run's id, to tie what is shown to what comes of it.", z.optional(textId)),
  ...callerInput,
};

export const keyInput = field(
  "Records once, however often it is called with this key.",
  z.optional(idempotencyKey),
);
