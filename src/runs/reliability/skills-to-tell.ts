import type { Config } from "../../base/config/settings.js";
import { counted } from "../../base/text/counted.js";
import { warningOf } from "../../lessons/strategy/rules/anti-pattern.js";
import { nameOrQuote } from "../../lessons/unconfirmed/quote-as-data.js";
import { roundTo } from "../outcomes/rounding.js";
import type { SkillStats } from "./skill-stats.js";

type SkillSettings = Pick<Config, "policy" | "antiPatterns">;

const mostToUse = 5;
const mostToAvoid = 3;

/**
 * A line for each skill with enough runs to judge it by: the best first, then those that mostly fail, as ones
 * to avoid.
 */
export function skillLines(stats: readonly SkillStats[], settings: SkillSettings): readonly string[] {
  const judged = stats
    .filter((each) => isJudged(each, settings))
    .sort((a, b) => b.score - a.score || b.runs - a.runs || (a.skillId < b.skillId ? -1 : 1));
  const useful = judged.filter((each) => !isFailing(each));
  const failing = judged.filter(isFailing).toReversed();
  return [...useful.slice(0, mostToUse), ...failing.slice(0, mostToAvoid)].map((each) =>
    skillLine(each, settings),
  );
}

/** Whether enough runs used it to say anything of it. */
export function isJudged({ runs }: SkillStats, { policy }: Pick<Config, "policy">): boolean {
  return runs >= policy.minOutcomes;
}

/** Below nothing: its failures outweigh its successes. */
export function isFailing({ score }: SkillStats): boolean {
  return !(score >= 0);
}

function skillLine(skill: SkillStats, { antiPatterns }: Pick<Config, "antiPatterns">): string {
  const { runs, successes, failures } = skill;
  const name = nameOrQuote(skill.skillId);
  const score = `Score ${roundTo(skill.score, 2)}`;
  if (isFailing(skill))
    return `${warningOf(name, antiPatterns)} ${score}: failed in ${failures} of ${counted(runs, "run")}`;
  return `${name}. ${score}: worked in ${successes} of ${counted(runs, "run")}`;
}
