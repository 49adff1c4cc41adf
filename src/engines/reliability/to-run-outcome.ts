import type { EventOf } from "../../events/catalog.js";
import { outcomeDefaults } from "../../events/outcome-defaults.js";
import { oneLine } from "../../text/one-line.js";
import { expectCount, expectNumber, refuse } from "../outcomes/expect.js";
import type { Moment } from "../outcomes/moment.js";
import { momentIso, unknownTime } from "./moment.js";
import {
  type AgentDecision,
  type AgentDecisionInput,
  agentVotes,
  outcomeCauses,
  type RunOutcome,
  type RunOutcomeInput,
  type RunResult,
  riskLevels,
  runResults,
} from "./run-outcome.js";

/**
 * One form for every way to write an outcome. What is left out means what it means in the log; what is there
 * and wrong (an unknown word, a number that is not finite, no result at all) is an error that names the
 * field: a rule that went on with it would compare nonsense as fine. `now` dates an outcome without a time of
 * its own.
 */
export function toRunOutcome(input: RunOutcomeInput, now: Moment = unknownTime): RunOutcome {
  const quality = input.quality ?? input.qualityScore ?? input.postExecutionScore;
  const failureType = adapterKey(input.failureType ?? input.dominantFailureType ?? detailedType(input) ?? "");
  const failedAdapter = adapterKey(input.failedAdapter ?? "");
  return {
    runId: input.runId ?? "unknown",
    result: resultOf(input),
    cause: oneOf("cause", input.cause ?? outcomeDefaults.cause, outcomeCauses),
    riskLevel: oneOf("riskLevel", input.riskLevel ?? outcomeDefaults.riskLevel, riskLevels),
    rollbackOccurred: flag("rollbackOccurred", input.rollbackOccurred ?? outcomeDefaults.rollbackOccurred),
    humanOverride: flag("humanOverride", input.humanOverride ?? outcomeDefaults.humanOverride),
    retryCount: expectCount("retryCount", input.retryCount ?? 0),
    ...(quality === undefined ? {} : { quality: expectNumber("quality", quality, 0, 1) }),
    adaptersUsed: unique([...(input.adaptersUsed ?? []), input.adapterId ?? ""].map(adapterKey)),
    ...(failedAdapter === "" ? {} : { failedAdapter }),
    ...(failureType === "" ? {} : { failureType }),
    skillsUsed: unique((input.skillsUsed ?? []).map((skill) => skill.trim())),
    agentDecisions: (input.agentDecisions ?? []).map(decisionOf),
    at: momentIso("at", input.at ?? input.timestamp ?? now),
  };
}

/**
 * A recorded outcome as the rules read it: what `toRunOutcome` makes of it, without the checks it passed at
 * the door.
 */
export function outcomeOfEvent({ data, run, task, id, at }: EventOf<"outcome-recorded">): RunOutcome {
  const failedAdapter = adapterKey(data.failedAdapter ?? "");
  const failureType = adapterKey(data.failureType ?? "");
  const outcome: { -readonly [Field in keyof RunOutcome]: RunOutcome[Field] } = {
    runId: run ?? task ?? id,
    result: data.result,
    cause: data.cause,
    riskLevel: data.riskLevel,
    rollbackOccurred: data.rollbackOccurred,
    humanOverride: data.humanOverride,
    retryCount: data.retryCount,
    adaptersUsed: unique(data.adaptersUsed.map(adapterKey)),
    skillsUsed: unique(data.skillsUsed.map((skill) => skill.trim())),
    agentDecisions: data.agentDecisions,
    at,
  };
  if (data.quality !== undefined) outcome.quality = data.quality;
  if (failedAdapter !== "") outcome.failedAdapter = failedAdapter;
  if (failureType !== "") outcome.failureType = failureType;
  return outcome;
}

/** As long as a name in the log may be. */
const nameChars = 200;
/** Most names are such already; each outcome of a long history asks. */
const plainName = /^[a-z0-9._-]{0,200}$/;

/**
 * The name under which an adapter or a failure type is learned of: lower-case, as "GitHub" and "github" are
 * one capability, and one safe line, as it goes on into reasons and reports. It holds no `::`, at which the
 * id of a failure pattern is split.
 */
export function adapterKey(name: string): string {
  if (plainName.test(name)) return name;
  return oneLine(name.toLowerCase(), nameChars)
    .replace(/:{2,}/g, ":")
    .replace(/^[: ]+|[: ]+$/g, "");
}

function resultOf({ result, success }: RunOutcomeInput): RunResult {
  if (success !== undefined) flag("success", success);
  const word = result ?? (success === undefined ? undefined : success ? "success" : "failure");
  const found = oneOf("result", word, runResults);
  if (success !== undefined && success !== (found === "success")) {
    refuse("success", success, `what the result says, which is ${found}`);
  }
  return found;
}

function detailedType({ failureDetails }: RunOutcomeInput): string | undefined {
  return typeof failureDetails === "object" ? failureDetails.dominantFailureType : undefined;
}

function decisionOf({ agent, role, decision, confidence }: AgentDecisionInput): AgentDecision {
  return {
    agent,
    ...(role === undefined ? {} : { role }),
    decision: oneOf("agentDecisions.decision", decision, agentVotes),
    confidence: expectNumber("agentDecisions.confidence", confidence, 0, 1),
  };
}

function oneOf<Word extends string>(field: string, value: string | undefined, words: readonly Word[]): Word {
  return words.find((word) => word === value) ?? refuse(field, value, `one of ${words.join(", ")}`);
}

/** The text "false" is true where only truth is asked for. */
function flag(field: string, value: boolean): boolean {
  return typeof value === "boolean" ? value : refuse(field, value, "true or false");
}

function unique(names: readonly string[]): readonly string[] {
  if (names.length < 2 && names[0] !== "") return names;
  return [...new Set(names)].filter((name) => name !== "");
}
