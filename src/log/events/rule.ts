import * as z from "zod/mini";
import { defineEvent } from "./definition.js";

const line = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const count = z.int().check(z.nonnegative());
const reason = z.optional(line(1_000));

/** A statement of an instruction file with one check, as it stood when a person decided about it. */
export const statedRuleFields = {
  rule: line(64),
  /** From the folder of the project, or from the home of the person. */
  file: line(1_000),
  line: z.int().check(z.positive()),
  text: line(2_000),
  /** A check as one line of JSON. */
  check: line(4_000),
};

const touches = ["today", "lessons", "rules"] as const;

/** A person makes a rule bind: calls that break it are stopped, put to a person, or answered with a warning. */
export const ruleBound = defineEvent(
  "rule-bound",
  () =>
    z.strictObject({
      ...statedRuleFields,
      /** What a person asks for in a prompt does not set it aside. */
      always: z.optional(z.literal(true)),
      /** What it would have done in past sessions, and how many examples the person looked at. */
      replay: z.strictObject({ applied: count, broken: count, sessions: count, looked: count }),
    }),
  { decidedBy: "person", touches },
);

/** A person has it counted how often a rule is broken, and nothing stopped. */
export const ruleWatched = defineEvent("rule-watched", () => z.strictObject(statedRuleFields), {
  decidedBy: "person",
  touches,
});

/** A rule neither binds nor is watched any more. */
export const ruleUnbound = defineEvent("rule-unbound", () => z.strictObject({ rule: line(64), reason }), {
  decidedBy: "person",
  touches,
});

/** The check does not say what the rule says: it is offered no more, and holds no more. */
export const checkMarkedWrong = defineEvent(
  "check-marked-wrong",
  () => z.strictObject({ ...statedRuleFields, reason }),
  { decidedBy: "person", touches },
);

/** Somebody wrote a check for a statement that had none: it waits for a person. */
export const checkProposed = defineEvent("check-proposed", () => z.strictObject(statedRuleFields), {
  decidedBy: "nobody",
  touches,
});

/** What a person typed asks for what a bound rule forbids: for this turn the person is asked instead. */
export const ruleOverruled = defineEvent(
  "rule-overruled",
  () =>
    z.strictObject({
      rule: line(64),
      /** The sentence of the prompt that asks for it. */
      text: z.optional(line(500)),
      session: line(200),
    }),
  {
    decidedBy: "prompt",
    touches: ["today", "lessons", "sessions", "rules"],
    raw: ["text"],
    moment: ({ data: { text, rule } }) => ({
      kind: "asked",
      text: text === undefined ? "You asked for it." : `You asked for it: ${text}`,
      lessons: [rule],
    }),
  },
);
