import { failureDetailsText, namedFailureType, type RunOutcomeInput } from "../../seeds/rules/run-outcome.js";
import { momentIso } from "../outcomes/moment.js";

type Fields = Readonly<Record<string, unknown>>;

/** A line of the swarm's or the governance's own files, as the input of the verb that takes it. */
export type SeedLine =
  | { readonly as: "outcome"; readonly input: Fields }
  | { readonly as: "feedback"; readonly input: Fields }
  | { readonly as: "error"; readonly input: Fields; readonly resolved: boolean };

/** Undefined for a line in another form, such as an outcome in Whetstone's own fields. */
export function readSeedLine(value: unknown): SeedLine | undefined {
  if (!isFields(value)) return undefined;
  if ("runId" in value) return { as: "outcome", input: runOutcomeFields(value) };
  if ("raw_value" in value && "criterion" in value) return { as: "feedback", input: feedbackFields(value) };
  if ("bead_id" in value && "message" in value)
    return { as: "error", input: errorFields(value), resolved: value.resolved === true };
  if ("bead_id" in value || "duration_ms" in value) return { as: "outcome", input: signalFields(value) };
  return undefined;
}

/** Names of the swarm's outcome signals, in the order of its document. */
const signals: Readonly<Record<string, string>> = {
  bead_id: "taskId",
  duration_ms: "durationMs",
  error_count: "errorCount",
  retry_count: "retryCount",
  files_touched: "filesTouched",
  failure_mode: "failureType",
  failure_details: "failureDetails",
  timestamp: "at",
};

/** A signal with a time is recorded once, however often its file is read. */
function signalFields({ success, ...fields }: Fields): Fields {
  const { bead_id, timestamp } = fields;
  const known = bead_id === undefined || timestamp === undefined;
  const result = typeof success === "boolean" ? (success ? "success" : "failure") : success;
  return {
    ...(known ? {} : { key: `outcome of ${String(bead_id)} at ${String(timestamp)}` }),
    ...renamed(fields, signals),
    ...(success === undefined ? {} : { result }),
  };
}

/** How a run ended, without the figures that its record need not have: duration and errors. */
export function runOutcomeFields(outcome: RunOutcomeInput & Fields): Fields {
  const { runId, taskId, durationMs, errorCount, at = outcome.timestamp } = outcome;
  const { result, success, adaptersUsed = [], adapterId, agentDecisions } = outcome;
  return given({
    run: runId,
    taskId,
    key: `run outcome ${String(runId)}`,
    result: result ?? (success === undefined ? undefined : success ? "success" : "failure"),
    durationMs,
    errorCount,
    retryCount: outcome.retryCount ?? 0,
    quality: outcome.quality ?? outcome.qualityScore ?? outcome.postExecutionScore,
    adaptersUsed: adapterId === undefined ? adaptersUsed : [...adaptersUsed, adapterId],
    failedAdapter: outcome.failedAdapter,
    failureType: namedFailureType(outcome),
    failureDetails: failureDetailsText(outcome),
    riskLevel: outcome.riskLevel,
    rollbackOccurred: outcome.rollbackOccurred,
    humanOverride: outcome.humanOverride,
    skillsUsed: outcome.skillsUsed,
    agentDecisions: Array.isArray(agentDecisions)
      ? agentDecisions.map(({ role: _, ...decision }) => decision)
      : agentDecisions,
    cause: outcome.cause,
    at: at === undefined ? undefined : momentIso("at", at),
  });
}

function feedbackFields({ id, ...fields }: Fields): Fields {
  const names = { raw_value: "value", bead_id: "taskId", context: "note", timestamp: "at" };
  return { ...(id === undefined ? {} : { key: `feedback ${String(id)}` }), ...renamed(fields, names) };
}

function errorFields({ id, resolved: _, ...fields }: Fields): Fields {
  const names = {
    bead_id: "taskId",
    error_type: "errorType",
    stack_trace: "stackTrace",
    tool_name: "toolName",
    timestamp: "at",
  };
  return { ...(id === undefined ? {} : { key: `error ${String(id)}` }), ...renamed(fields, names) };
}

/** The fields of a knowledge entry that its document names. What else a store keeps of it is its own matter. */
const knowledge: Readonly<Record<string, string>> = {
  text: "text",
  lesson: "text",
  category: "category",
  tags: "tags",
  triggers: "triggers",
  required_actions: "requiredActions",
  forbidden_actions: "forbiddenActions",
  verification_checks: "verificationChecks",
  verification_predicate: "verificationPredicate",
  applies_to_agents: "appliesToAgents",
  applies_to_tools: "appliesToTools",
  directive_priority: "priority",
  priority: "priority",
  enforcement_mode: "enforcement",
};

/** A knowledge entry in our own fields. */
export function knowledgeFields(value: unknown): unknown {
  if (!isFields(value)) return value;
  const own = Object.entries(value).filter(([name, each]) => name in knowledge && each !== null);
  return renamed(Object.fromEntries(own), knowledge);
}

function renamed(fields: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names[name] ?? name, value]));
}

function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
