import * as z from "zod/mini";
import { percentage } from "../../base/text/counted.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { agents } from "../../runs/fold/agents.js";
import { governance, governanceKey } from "../../runs/fold/governance.js";
import { skills } from "../../runs/fold/skills.js";
import { rounded } from "../../runs/outcomes/rounding.js";
import { isFailing, isJudged } from "../../runs/reliability/skills-to-tell.js";
import { initialThresholds, thresholdRange } from "../../runs/reliability/threshold-policy.js";
import type { Context } from "../call/context.js";
import { field } from "../call/field.js";

export const judgedReportOutput = z.strictObject({
  thresholds: field(
    "The support that a run of each risk needs before its adapter's multiplier.",
    z.strictObject({ low: z.number(), medium: z.number(), high: z.number() }),
  ),
  agents: field(
    "How far each agent's decisions can be relied on, the best first.",
    z.readonly(
      z.array(z.strictObject({ agent: z.string(), role: z.string(), profile: z.number(), runs: z.int() })),
    ),
  ),
  skills: field(
    "How the runs ended that used a skill, the best first.",
    z.readonly(
      z.array(
        z.strictObject({
          skill: z.string(),
          score: z.number(),
          runs: z.int(),
          successes: z.int(),
          failures: z.int(),
          avoid: field("True when a plan says to avoid it.", z.boolean()),
        }),
      ),
    ),
  ),
});

export type JudgedReport = z.output<typeof judgedReportOutput>;

/** What outcomes taught about those who decide and about the skills that were used. */
export async function judgedReport(
  { ledger: { config } }: Context,
  reader: LedgerReader,
): Promise<JudgedReport> {
  const profiles = (await reader.rows(agents)).map(({ agentId, role = "", score, runs }) => ({
    agent: agentId,
    role,
    profile: score,
    runs,
  }));
  const used = (await reader.rows(skills)).map((row) => ({
    skill: row.skillId,
    score: rounded(row.score),
    runs: row.runs,
    successes: row.successes,
    failures: row.failures,
    avoid: isJudged(row, config) && isFailing(row),
  }));
  return {
    thresholds: (await reader.row(governance, governanceKey))?.thresholds ?? initialThresholds,
    agents: profiles.sort((a, b) => b.profile - a.profile || b.runs - a.runs),
    skills: used.sort((a, b) => b.score - a.score || b.runs - a.runs),
  };
}

export const agentColumns = ["agent", "role", "relied on with", "runs"];
export const skillColumns = ["skill", "score", "runs", "worked", "failed", ""];

/** The cells of both tables, whatever the report is written in. */
export function agentCells({ agents: lines }: JudgedReport): (string | number)[][] {
  return lines.map(({ agent, role, profile, runs }) => [agent, role, profile, runs]);
}

export function skillCells({ skills: lines }: JudgedReport): (string | number)[][] {
  return lines.map(({ skill, score, runs, successes, failures, avoid }) => [
    skill,
    score,
    runs,
    successes,
    failures,
    avoid ? "avoid" : "",
  ]);
}

/** What a run of each risk needs, and why: numbers that were learned may stand in another order than the risks. */
export function thresholdText({ thresholds }: Pick<JudgedReport, "thresholds">): string {
  const { low, medium, high } = thresholds;
  const { low: wasLow, medium: wasMedium, high: wasHigh } = initialThresholds;
  return [
    `Votes needed: ${percentage(low, 1)} (low risk), ${percentage(medium, 1)} (medium), ${percentage(high, 1)} (high).`,
    `They began at ${percentage(wasLow, 1)}, ${percentage(wasMedium, 1)} and ${percentage(wasHigh, 1)}, and each goes by the runs of its own risk: a failure or a`,
    `rollback adds ${percentage(thresholdRange.shift, 1)}, up to ${percentage(thresholdRange.ceiling, 1)}; a clean success takes as much away,`,
    `down to ${percentage(thresholdRange.floor, 1)}, but never where the risk is high.`,
    ...(low > medium ? [aboveText(thresholds, "low", "medium")] : []),
    ...(medium > high ? [aboveText(thresholds, "medium", "high")] : []),
  ].join(" ");
}

/** Which of the two has moved: failures raise a number, and successes lower it. */
function aboveText(now: Thresholds, risk: keyof Thresholds, higher: keyof Thresholds): string {
  const hasRisen = now[risk] > initialThresholds[risk];
  const hasFallen = now[higher] < initialThresholds[higher];
  if (!hasRisen)
    return `Runs of ${higher} risk have succeeded so often that they now need less than those of ${risk} risk.`;
  const andSucceeded = hasFallen ? `, and those of ${higher} risk succeeded,` : "";
  return `Runs of ${risk} risk have failed${andSucceeded} so often that they now need more than those of ${higher} risk.`;
}

type Thresholds = JudgedReport["thresholds"];
