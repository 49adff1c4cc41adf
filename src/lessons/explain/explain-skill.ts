import { counted } from "../../base/text/counted.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import { failureWeight, type SkillStats } from "../../runs/reliability/skill-stats.js";
import { isFailing, isJudged } from "../../runs/reliability/skills-to-tell.js";
import type { Context } from "../../verbs/call/context.js";
import type { ExplainedEvent, ExplainResult } from "./explain-result.js";

/** How the runs that used a skill ended, and whether a plan shows it. */
export function explainSkill(
  { ledger: { config } }: Context,
  skill: SkillStats,
  events: readonly ExplainedEvent[],
): ExplainResult {
  const { skillId, runs, successes, failures, score } = skill;
  const { minOutcomes } = config.policy;
  return {
    id: skillId,
    kind: "skill",
    answer: [
      `${counted(runs, "run")} used ${skillId}: ${successes} succeeded, ${failures} failed.`,
      isJudged(skill, config)
        ? `A plan shows it ${isFailing(skill) ? "as one to avoid" : "with its score"}.`
        : `No plan shows it before it has ${counted(minOutcomes, "run")}.`,
    ],
    numbers: { score: rounded(score), runs, successes, failures },
    rule: `(successes − ${failureWeight}·failures) / runs; below 0 it is to be avoided`,
    events,
  };
}
