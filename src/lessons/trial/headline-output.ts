import * as z from "zod/mini";
import { field } from "../../verbs/call/field.js";

const perHundred = () =>
  field(
    "Failures of earlier sessions that came back, for each 100 tool calls of the sessions that counted them; " +
      "null where none did.",
    z.nullable(z.number()),
  );

const allPerHundred = () =>
  field(
    "Failures of kinds that can come back, whether an earlier session had them or not, for each 100 tool calls " +
      "of the sessions that counted them; null where none did. Before and since are counted alike.",
    z.nullable(z.number()),
  );

const sums = () => ({
  sessions: z.int(),
  withRepeat: field("Sessions that met a failure of an earlier session.", z.int()),
  failures: z.int(),
  repeatable: field(
    "Failures of kinds that can come back: no refusals, no red tests of one's own work.",
    z.int(),
  ),
  repeats: field("Failures that an earlier session had.", z.int()),
  calls: field("Tool calls, as far as they were counted.", z.int()),
  failuresPer100Calls: allPerHundred(),
  repeatsPer100Calls: perHundred(),
  tokensPerSession: field("Tokens that lessons added to a session, on average.", z.nullable(z.number())),
});

/** How often failures come back, and what is known of whether lessons help. Made when it is asked for. */
export const headlineOutput = () =>
  z.strictObject({
    firstShownAt: field("When the first lesson was shown; null before that.", z.nullable(z.string())),
    before: field(
      "Sessions that began before it. Few failures were known then, so few could come back: compare " +
        "failuresPer100Calls.",
      z.strictObject(sums()),
    ),
    since: field(
      "Sessions that began since. A difference came after the lessons, not because of them: only trials say " +
        "that.",
      z.strictObject(sums()),
    ),
    weeks: field(
      "The newest weeks with sessions, oldest first; 'whetstone sessions --week' lists the sessions of one.",
      z.readonly(z.array(z.strictObject({ week: z.string(), ...sums() }))),
    ),
    lessons: field(
      "How many lessons help, harm or make no difference, by the sessions with and without them.",
      z.strictObject({ helps: z.int(), harms: z.int(), noDifference: z.int(), notKnownYet: z.int() }),
    ),
  });

export type Headline = z.output<ReturnType<typeof headlineOutput>>;
