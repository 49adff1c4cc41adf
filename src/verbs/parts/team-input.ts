import * as z from "zod/mini";
import { field } from "../call/field.js";

export const memberInput = field("The name of the member.", z.string());

export const optionalReason = field(
  "Why, for the log.",
  z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
);
