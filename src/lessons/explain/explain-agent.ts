import { counted } from "../../base/text/counted.js";
import { type AgentProfile, profileRange, profileSteps } from "../../runs/reliability/agent-profile.js";
import type { ExplainedEvent, ExplainResult } from "./explain-result.js";

/** How far an agent's decisions about runs can be relied on, and why. */
export function explainAgent(
  { agentId, role, score, runs }: AgentProfile,
  events: readonly ExplainedEvent[],
): ExplainResult {
  const as = role === undefined ? "" : ` as ${role}`;
  const { success, failure, partial, rollback, override, most } = profileSteps;
  const { floor, ceiling } = profileRange;
  return {
    id: agentId,
    kind: "agent",
    answer: [
      `${agentId} decided about ${counted(runs, "run")}${as}; its decisions are relied on with ${score}.`,
      "'whetstone decide' weighs its votes by that.",
    ],
    numbers: { profile: score, runs },
    rule:
      `an approved run: +${success}·confidence when it succeeds, −${failure}·confidence when it fails, ` +
      `−${partial}·confidence in part, −${rollback} rolled back, −${override} overridden; a rejected run the ` +
      `other way round; a step of ${most} at most, within ${floor} and ${ceiling}`,
    events,
  };
}
