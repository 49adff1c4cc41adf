import * as z from "zod/mini";
import { field } from "./field.js";

const explainedEvent = z.strictObject({ seq: z.int(), id: z.string(), type: z.string(), at: z.string() });

const kinds = [
  "outcome",
  "strategy",
  "anti_pattern",
  "insight",
  "directive",
  "criterion",
  "capability",
  "error",
  "event",
] as const;

/** Why something is as it is. */
export const explainOutput = z.strictObject({
  id: field("The id that was asked for.", z.string()),
  kind: field("What it is.", z.enum(kinds)),
  answer: field("The answer in plain words, one sentence each.", z.readonly(z.array(z.string()))),
  numbers: field("The numbers behind it.", z.readonly(z.record(z.string(), z.number()))),
  rule: field("The rule that made them.", z.string()),
  events: field("The events they came from.", z.readonly(z.array(explainedEvent))),
});

export type ExplainResult = Readonly<z.output<typeof explainOutput>>;
export type ExplainedEvent = Readonly<z.output<typeof explainedEvent>>;
