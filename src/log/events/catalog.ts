import type * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import { mayHoldUnstorable, wellFormedValue } from "../../base/text/well-formed.js";
import { briefMade, summaryMade } from "./brief.js";
import { correctionHeard } from "./correction.js";
import {
  lessonDecisionUndone,
  lessonEdited,
  lessonMuted,
  lessonPutToSleep,
  lessonsPublished,
  lessonUnmuted,
} from "./curation.js";
import type { Decider, Decision, EventDefinition } from "./definition.js";
import { deliberationRecorded, lessonObserved } from "./deliberation.js";
import {
  contradictionFound,
  directiveEscalated,
  directiveSet,
  hardeningFailed,
  lessonActivated,
  lessonConfirmed,
  lessonHardened,
  lessonProposed,
  lessonQuarantined,
  lessonRetired,
} from "./directive.js";
import type { Envelope, RecordedEvent } from "./envelope.js";
import { errorRecorded, errorResolved } from "./error.js";
import { feedbackRecorded } from "./feedback.js";
import { gateEvaluated, gateOverridden, phaseBegun, phaseEnded } from "./gate.js";
import { callGuarded } from "./guard.js";
import {
  lessonDeprecated,
  lessonExposed,
  lessonForgotten,
  lessonPromoted,
  lessonReset,
  lessonsSuperseded,
  lessonWithheld,
  textForgotten,
} from "./lesson.js";
import { keyMade, keyRevoked, memberChanged, refusalDismissed } from "./member.js";
import { lessonWorded, modelCalled } from "./model.js";
import { outcomeRecorded } from "./outcome.js";
import { lessonsPaused, lessonsResumed } from "./pause.js";
import { planJoined, planMade, reportMade } from "./plan.js";
import { policyRelaxed, policySet, policyTightened, relaxationSuggested } from "./policy.js";
import { outputRead, receiptRecorded } from "./receipt.js";
import { callWorked, failureUndone, phaseReflected, reflectionRecorded } from "./reflection.js";
import {
  checkMarkedWrong,
  checkProposed,
  ruleBound,
  ruleOverruled,
  ruleUnbound,
  ruleWatched,
} from "./rule.js";
import { setupRemoved } from "./setup.js";
import { strategyInverted, strategyObserved, strategyRestored } from "./strategy.js";
import { sessionLearned, sessionNamed } from "./transcript.js";
import { trialJudged, trialSessionEnded, trialStarted, trialStopped } from "./trial.js";
import { outcomeScored, verdictRecorded } from "./verdict.js";
import { workNoted } from "./work.js";

/** The closed list of event types. */
export const eventDefinitions = [
  outcomeRecorded,
  strategyObserved,
  strategyInverted,
  strategyRestored,
  planMade,
  planJoined,
  errorRecorded,
  errorResolved,
  feedbackRecorded,
  deliberationRecorded,
  lessonObserved,
  verdictRecorded,
  outcomeScored,
  briefMade,
  summaryMade,
  lessonProposed,
  lessonActivated,
  lessonQuarantined,
  lessonHardened,
  hardeningFailed,
  lessonRetired,
  lessonEdited,
  lessonPutToSleep,
  lessonDecisionUndone,
  lessonMuted,
  lessonUnmuted,
  lessonsPublished,
  lessonWorded,
  modelCalled,
  lessonConfirmed,
  correctionHeard,
  contradictionFound,
  directiveEscalated,
  directiveSet,
  outputRead,
  receiptRecorded,
  phaseBegun,
  gateEvaluated,
  gateOverridden,
  phaseEnded,
  reflectionRecorded,
  phaseReflected,
  sessionLearned,
  sessionNamed,
  lessonsPaused,
  lessonsResumed,
  failureUndone,
  callWorked,
  callGuarded,
  ruleBound,
  ruleWatched,
  ruleUnbound,
  checkMarkedWrong,
  checkProposed,
  ruleOverruled,
  workNoted,
  lessonExposed,
  lessonWithheld,
  trialSessionEnded,
  trialJudged,
  trialStarted,
  trialStopped,
  lessonPromoted,
  lessonDeprecated,
  lessonReset,
  lessonsSuperseded,
  lessonForgotten,
  textForgotten,
  policyTightened,
  relaxationSuggested,
  policyRelaxed,
  policySet,
  reportMade,
  memberChanged,
  keyMade,
  keyRevoked,
  refusalDismissed,
  setupRemoved,
] as const;

type Definition = (typeof eventDefinitions)[number];
export type EventType = Definition["type"];
export type EventData<Type extends EventType> = z.infer<Extract<Definition, { type: Type }>["data"]>;

/** An event in its current version, whatever version was written. */
export type EventOf<Type extends EventType> = {
  [Each in Type]: Omit<Envelope, "type"> & { readonly type: Each; readonly data: Readonly<EventData<Each>> };
}[Type];
export type WhetstoneEvent = EventOf<EventType>;

const byType: ReadonlyMap<string, EventDefinition> = new Map(
  eventDefinitions.map((each) => [each.type, each]),
);

export function currentVersion(type: EventType): number {
  return definitionOf(type).v;
}

/** Whose decision an event is, in its current version. */
export function deciderOf({ type, ...decision }: Decision & { readonly type: string }): Decider {
  const { decidedBy } = definitionOf(type);
  return typeof decidedBy === "function" ? decidedBy(decision) : decidedBy;
}

/** Reads a recorded event in its current version. The log is trusted: it was checked when it was written. */
export function readEvent(recorded: RecordedEvent): WhetstoneEvent {
  return upcast(definitionOf(recorded.type, recorded.v), recorded) as WhetstoneEvent;
}

/**
 * Parses `data` and lifts it to the definition's current version. Older logs may hold broken characters,
 * which are repaired on reading.
 */
export function upcast(
  definition: EventDefinition,
  recorded: RecordedEvent,
): Omit<RecordedEvent, "data"> & { data: unknown } {
  const parsed = JSON.parse(recorded.data) as Record<string, unknown>;
  const written = mayHoldUnstorable(recorded.data) ? wellFormedValue(parsed) : parsed;
  if (recorded.v === definition.v) return { ...recorded, data: written };
  const data = definition.upcasts.slice(recorded.v - 1).reduce((old, lift) => lift(old, recorded), written);
  return { ...recorded, v: definition.v, data };
}

/** The definition of a type, refusing a type or version that only a newer program knows. */
export function definitionOf(type: string, v = 1): EventDefinition {
  const definition = byType.get(type);
  if (definition !== undefined && v <= definition.v) return definition;
  throw new WhetstoneError(
    "newer_format",
    `event type '${type}' version ${v} is not known to this version of Whetstone`,
    {
      next: "update Whetstone to the version that wrote it",
      values: { type, v, known: definition?.v ?? 0 },
    },
  );
}

/** The pages beside the log that show what an event changes; undefined for all of them. */
export function pagesTouchedBy(type: string): EventDefinition["touches"] {
  return byType.get(type)?.touches;
}
