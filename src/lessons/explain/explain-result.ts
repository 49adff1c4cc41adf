import * as z from "zod/mini";
import { field } from "../../verbs/call/field.js";
import { lessonNames } from "../find-lesson.js";

const explainedEvent = z.strictObject({ seq: z.int(), id: z.string(), type: z.string(), at: z.string() });

const kinds = [
  "outcome",
  ...lessonNames,
  "criterion",
  "capability",
  "pattern",
  "agent",
  "skill",
  "error",
  "exposure",
  "run",
  "session",
  "event",
] as const;

/** The answer of explain. */
export const explainOutput = z.strictObject({
  id: field("The id that the input named.", z.string()),
  kind: field("What the id belongs to.", z.enum(kinds)),
  answer: field("The answer in plain words, one sentence each.", z.readonly(z.array(z.string()))),
  numbers: field("The numbers behind the answer.", z.readonly(z.record(z.string(), z.number()))),
  rule: field("The rule that gives the numbers.", z.string()),
  events: field("The events that the numbers come from.", z.readonly(z.array(explainedEvent))),
});

export type ExplainResult = Readonly<z.output<typeof explainOutput>>;
export type ExplainedEvent = Readonly<z.output<typeof explainedEvent>>;
