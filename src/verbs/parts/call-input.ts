import * as z from "zod/mini";
import { field } from "../call/field.js";

/** What a tool was given, or answered. */
export const callText = z.string().check(z.maxLength(4_194_304));

export const toolName = field(
  "The tool, as its host names it.",
  z.string().check(z.minLength(1), z.maxLength(200)),
);

export const callFacts = field(
  "The host's own status of the call.",
  z.optional(
    z.strictObject({
      isError: z.optional(z.boolean()),
      exitCode: z.optional(z.int()),
      rejected: z.optional(z.boolean()),
      hookBlocked: z.optional(z.boolean()),
      interrupted: z.optional(z.boolean()),
    }),
  ),
);
