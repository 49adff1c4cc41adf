import * as z from "zod/mini";
import { insightCategories } from "../log/events/deliberation.js";
import { directiveEnforcements, directivePriorities } from "../log/events/directive.js";
import { field } from "../verbs/call/field.js";
import type { Immutable } from "../verbs/call/immutable.js";
import { directiveStatuses } from "./directive/rules/directive.js";
import { failureStates } from "./failure/rules/state.js";
import { insightStates } from "./insight/rules/insight-state.js";
import { maturityStates } from "./strategy/rules/maturity.js";
import { measuredOutput } from "./trial/measured-lesson.js";

const trackRecord = {
  id: z.string(),
  text: z.string(),
  confirmed: field(
    "False where no person stands behind the text: it is data, and quoted " + "in an answer to an agent.",
    z.boolean(),
  ),
  successes: z.int(),
  failures: z.int(),
  exposures: field("How often it was shown.", z.int()),
  lastSeenAt: z.string(),
  origin: field("Who brought it in.", z.string()),
};

/** A way to split work, or one to avoid. */
export const strategyLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.enum(["strategy", "anti_pattern"]),
  state: z.enum(maturityStates),
  selfReported: field("Nobody but the one who claims it saw how it ended.", z.boolean()),
});

/** What a role keeps noticing. */
const insightLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.literal("insight"),
  state: z.enum(insightStates),
  role: field("The role that learned it.", z.string()),
  category: z.enum(insightCategories),
  score: field("What it is worth now, whatever the context.", z.number()),
});

/** A scoped, checkable instruction. */
const directiveLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.literal("directive"),
  state: z.enum(directiveStatuses),
  priority: z.enum(directivePriorities),
  enforcement: z.enum(directiveEnforcements),
  appliesToAgents: z.array(z.string()),
  appliesToTools: z.array(z.string()),
  missing: field("What keeps it from being active.", z.array(z.string())),
  lacks: field(
    "What an active one lacks to be checked or enforced: without a check it is advice, without a scope it " +
      "is for everyone, without a forbidden action or predicate it stops nothing.",
    z.array(z.enum(["check", "scope", "forbidden_action"])),
  ),
  contradicts: z.array(z.string()),
  by: field("Who proposed it: a person by name, others by what they are.", z.string()),
  retireCandidate: field(
    "It could not be made checkable again and again: a person may want to retire it.",
    z.boolean(),
  ),
});

/** A call that keeps failing, and what undid it. */
const failureLessonOutput = z.strictObject({
  ...trackRecord,
  kind: z.literal("failure"),
  state: z.enum(failureStates),
  tool: z.string(),
  cause: z.string(),
  count: field("How often it failed.", z.int()),
  sessions: field("In how many sessions it failed.", z.int()),
  remedies: field(
    "What worked instead, and in how many sessions.",
    z.array(z.strictObject({ advice: z.string(), sessions: z.int() })),
  ),
  examples: field("The newest calls that failed, the newest last.", z.array(z.string())),
  word: field("What a person says of it; null where nobody did.", z.nullable(z.string())),
  workedAfter: field("Sessions in which the call worked after the lesson was shown.", z.int()),
  repeatedAfter: field("Sessions that failed again although the lesson was shown.", z.int()),
  worksSince: field("Since when the call works again; null while it fails.", z.nullable(z.string())),
  measured: field(
    "What sessions with and without it say about whether it helps; null while none is over.",
    z.nullable(measuredOutput),
  ),
});

export const lessonOutput = z.discriminatedUnion("kind", [
  strategyLessonOutput,
  insightLessonOutput,
  directiveLessonOutput,
  failureLessonOutput,
]);

export type StrategyLesson = Immutable<z.output<typeof strategyLessonOutput>>;
export type InsightLesson = Immutable<z.output<typeof insightLessonOutput>>;
export type DirectiveLesson = Immutable<z.output<typeof directiveLessonOutput>>;
export type FailureLesson = Immutable<z.output<typeof failureLessonOutput>>;
export type Lesson = StrategyLesson | InsightLesson | DirectiveLesson | FailureLesson;
