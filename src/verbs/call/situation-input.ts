import * as z from "zod/mini";
import { textId } from "../../log/events/envelope.js";
import { field } from "./field.js";

const shortText = z.string().check(z.minLength(1), z.maxLength(200));
const path = z.string().check(z.minLength(1), z.maxLength(1_000));

/** A role as people write it: "Judge" and "judge" are one. */
export const roleInput = z.pipe(
  textId,
  z.transform((name) => name.toLowerCase()),
);

export const phaseInput = field("The name of the phase.", shortText);

/** What work is about, as far as the caller says. */
export const situationInput = {
  phase: z.optional(shortText),
  labels: z._default(z.array(shortText).check(z.maxLength(50)), []),
  files: z._default(
    z
      .array(
        z.pipe(
          path,
          z.transform((file) => file.replaceAll("\\", "/").replace(/^\.\//, "")),
        ),
      )
      .check(z.maxLength(500)),
    [],
  ),
};
