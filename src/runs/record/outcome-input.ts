import * as z from "zod/mini";
import { outcomeRecorded } from "../../log/events/outcome.js";
import { outcomeDefaults } from "../../log/events/outcome-defaults.js";
import { field } from "../../verbs/call/field.js";

const { shape } = outcomeRecorded.data;

/** A strategy without a letter or a digit would be a lesson with nothing to read. */
export const strategyInput = z.optional(
  z
    .string()
    .check(z.minLength(1), z.maxLength(280), z.regex(/[\p{L}\p{N}]/u, "must have a letter or a digit")),
);

/** What a caller may say of how work ended, whether it counts itself or lets us count. */
export const outcomeInput = {
  quality: field("How good the work was, from 0 to 1, if it was measured.", shape.quality),
  filesTouched: field(
    "The files that were changed.",
    z._default(shape.filesTouched, outcomeDefaults.filesTouched),
  ),
  strategy: field("How the work was split, in words.", strategyInput),
  adaptersUsed: field(
    "The adapters that it relied on: tools and services.",
    z._default(shape.adaptersUsed, outcomeDefaults.adaptersUsed),
  ),
  failedAdapter: field("The adapter that failed.", shape.failedAdapter),
  failureType: field("What kind of failure it was.", shape.failureType),
  failureDetails: field("What went wrong, in words.", shape.failureDetails),
  riskLevel: field("How risky the work was.", z._default(shape.riskLevel, outcomeDefaults.riskLevel)),
  rollbackOccurred: field(
    "It was rolled back.",
    z._default(shape.rollbackOccurred, outcomeDefaults.rollbackOccurred),
  ),
  humanOverride: field(
    "A person overrode it.",
    z._default(shape.humanOverride, outcomeDefaults.humanOverride),
  ),
  skillsUsed: field("The skills that it used.", z._default(shape.skillsUsed, outcomeDefaults.skillsUsed)),
  criteria: field(
    "The criteria that the work was judged by.",
    z._default(shape.criteria, outcomeDefaults.criteria),
  ),
  agentDecisions: field(
    "The votes of other agents on the run, with their confidence.",
    z._default(shape.agentDecisions, outcomeDefaults.agentDecisions),
  ),
  summary: field("What was done, in words.", shape.summary),
  toolCalls: field("How many tools were called, if that was counted.", shape.toolCalls),
  cause: field("What caused the result.", z._default(shape.cause, outcomeDefaults.cause)),
};
