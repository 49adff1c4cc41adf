import type { EventOf } from "../../log/events/catalog.js";
import { outcomeDefaults } from "../../log/events/outcome-defaults.js";
import { expectCount, expectNumber, refuseValue } from "../../runs/outcomes/expect.js";
import { type Moment, momentIso, unknownTime } from "../../runs/outcomes/moment.js";
import type { AgentDecision, Outcome, RunResult } from "../../runs/outcomes/outcome.js";
import {
  adapterKey,
  adaptersOf,
  distinct,
  failureTypeOf,
  skillsOf,
} from "../../runs/reliability/attribution.js";
import { readFailureType } from "../../runs/reliability/failure-type.js";

/** How a run ended, in the governance's one form: an outcome with the run's name and its moment. */
export interface RunOutcome extends Outcome {
  readonly runId: string;
  /** ISO, UTC. */
  readonly at: string;
}

/**
 * How a run ended, in any of the forms that callers write. A closed set of words is typed as text here: an
 * object literal that was stored in a variable first has lost its literal types. `toRunOutcome` checks the
 * words.
 */
export interface RunOutcomeInput {
  readonly runId?: string | undefined;
  /** success, partial or failure; or `success` in its place. */
  readonly result?: string | undefined;
  readonly success?: boolean | undefined;
  /** 0 to 1; `qualityScore` and `quality` are other names of it. */
  readonly postExecutionScore?: number | undefined;
  readonly qualityScore?: number | undefined;
  readonly quality?: number | undefined;
  readonly retryCount?: number | undefined;
  readonly rollbackOccurred?: boolean | undefined;
  readonly humanOverride?: boolean | undefined;
  readonly riskLevel?: string | undefined;
  readonly cause?: string | undefined;
  readonly adaptersUsed?: readonly string[] | undefined;
  /** One more adapter that was used. */
  readonly adapterId?: string | undefined;
  readonly failedAdapter?: string | undefined;
  readonly failureType?: string | undefined;
  readonly dominantFailureType?: string | undefined;
  readonly failureDetails?: string | FailureDetails | undefined;
  readonly skillsUsed?: readonly string[] | undefined;
  readonly agentDecisions?: readonly AgentDecisionInput[] | undefined;
  /** When the run ended; `timestamp` is another name of it. */
  readonly at?: string | number | undefined;
  readonly timestamp?: string | number | undefined;
}

interface FailureDetails {
  readonly dominantFailureType?: string | undefined;
  readonly [detail: string]: unknown;
}

interface AgentDecisionInput {
  readonly agent: string;
  readonly role?: string | undefined;
  readonly decision: string;
  readonly confidence: number;
}

/** The run of an outcome that names none. */
export const unnamedRun = "unknown";

const runResults = ["success", "partial", "failure"] as const;
const riskLevels = ["low", "medium", "high"] as const;
const outcomeCauses = ["task", "policy", "approval", "infra"] as const;
const agentVotes = ["approve", "reject", "abstain"] as const;

/**
 * One form for every way to write an outcome. What is left out means what it means in the log; what is there
 * and wrong (an unknown word, a number that is not finite, no result at all) is an error that names the
 * field: a rule that went on with it would compare nonsense as fine. `now` dates an outcome without a time of
 * its own.
 */
export function toRunOutcome(input: RunOutcomeInput, now: Moment = unknownTime): RunOutcome {
  const quality = input.quality ?? input.qualityScore ?? input.postExecutionScore;
  const result = readResult(input);
  const failureType = adapterKey(namedFailureType(input) ?? typeInDetails(result, input) ?? "");
  const failedAdapter = adapterKey(input.failedAdapter ?? "");
  return {
    runId: input.runId ?? unnamedRun,
    result,
    cause: readChoice("cause", input.cause ?? outcomeDefaults.cause, outcomeCauses),
    riskLevel: readChoice("riskLevel", input.riskLevel ?? outcomeDefaults.riskLevel, riskLevels),
    rollbackOccurred: flag("rollbackOccurred", input.rollbackOccurred ?? outcomeDefaults.rollbackOccurred),
    humanOverride: flag("humanOverride", input.humanOverride ?? outcomeDefaults.humanOverride),
    retryCount: expectCount("retryCount", input.retryCount ?? 0),
    ...(quality === undefined ? {} : { quality: expectNumber("quality", quality, 0, 1) }),
    adaptersUsed: distinct([...(input.adaptersUsed ?? []), input.adapterId ?? ""].map(adapterKey)),
    ...(failedAdapter === "" ? {} : { failedAdapter }),
    ...(failureType === "" ? {} : { failureType }),
    skillsUsed: skillsOf({ skillsUsed: input.skillsUsed ?? outcomeDefaults.skillsUsed }),
    agentDecisions: (input.agentDecisions ?? []).map(decisionOf),
    at: momentIso("at", input.at ?? input.timestamp ?? now),
  };
}

/** A recorded outcome in the same form, without the checks that it passed when it was recorded. */
export function runOutcomeOf({ data, run, task, id, at }: EventOf<"outcome-recorded">): RunOutcome {
  const failedAdapter = adapterKey(data.failedAdapter ?? "");
  const failureType = failureTypeOf(data);
  return {
    runId: run ?? task ?? id,
    result: data.result,
    cause: data.cause,
    riskLevel: data.riskLevel,
    rollbackOccurred: data.rollbackOccurred,
    humanOverride: data.humanOverride,
    retryCount: data.retryCount,
    ...(data.quality === undefined ? {} : { quality: data.quality }),
    adaptersUsed: adaptersOf(data),
    ...(failedAdapter === "" ? {} : { failedAdapter }),
    ...(failureType === undefined ? {} : { failureType }),
    skillsUsed: skillsOf(data),
    agentDecisions: data.agentDecisions,
    at,
  };
}

function readResult({ result, success }: RunOutcomeInput): RunResult {
  if (success !== undefined) flag("success", success);
  const word = result ?? (success === undefined ? undefined : success ? "success" : "failure");
  const found = readChoice("result", word, runResults);
  if (success !== undefined && success !== (found === "success")) {
    refuseValue("success", success, `what the result says, which is ${found}`);
  }
  return found;
}

export function namedFailureType(input: RunOutcomeInput): string | undefined {
  const { failureType, dominantFailureType, failureDetails } = input;
  const detailed = typeof failureDetails === "object" ? failureDetails.dominantFailureType : undefined;
  return failureType ?? dominantFailureType ?? detailed;
}

/** Details besides the type, as text. */
export function failureDetailsText({ failureDetails }: RunOutcomeInput): string | undefined {
  if (typeof failureDetails !== "object") return failureDetails;
  const { dominantFailureType: _, ...rest } = failureDetails;
  return Object.keys(rest).length === 0 ? undefined : JSON.stringify(rest);
}

function typeInDetails(result: RunResult, input: RunOutcomeInput): string | undefined {
  return result === "success" ? undefined : readFailureType(failureDetailsText(input) ?? "");
}

function decisionOf({ agent, role, decision, confidence }: AgentDecisionInput): AgentDecision {
  return {
    agent,
    ...(role === undefined ? {} : { role }),
    decision: readChoice("agentDecisions.decision", decision, agentVotes),
    confidence: expectNumber("agentDecisions.confidence", confidence, 0, 1),
  };
}

function readChoice<Word extends string>(
  field: string,
  value: string | undefined,
  words: readonly Word[],
): Word {
  return words.find((word) => word === value) ?? refuseValue(field, value, `one of ${words.join(", ")}`);
}

/** The text "false" is true where only truth is asked for. */
function flag(field: string, value: boolean): boolean {
  return typeof value === "boolean" ? value : refuseValue(field, value, "true or false");
}
