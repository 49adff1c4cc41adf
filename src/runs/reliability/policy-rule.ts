import type { Config } from "../../base/config/settings.js";

/** Under what limits a capability works. */
export interface PolicyRule {
  /** Its risk is multiplied by this. */
  readonly riskMultiplier: number;
  /** Retries after the first attempt, so one attempt more than this. */
  readonly maxRetries: number;
  readonly requireApproval: boolean;
}

export const policyFields = ["riskMultiplier", "maxRetries", "requireApproval"] as const;
export type PolicyField = (typeof policyFields)[number];

type PolicySettings = Config["policy"];

/** From the governance, RISK_THRESHOLDS.normal: neither risky nor trusted, and the risk before any run. */
export const usualRisk = 1;

/** What holds before anything is learned. */
export function basePolicy(settings: PolicySettings): PolicyRule {
  return {
    riskMultiplier: usualRisk,
    maxRetries: settings.baseMaxRetries,
    requireApproval: settings.baseRequireApproval,
  };
}

/** The hardest rule that learning can come to: what holds where a number is missing or makes no sense. */
export function strictestRule(settings: PolicySettings): PolicyRule {
  return {
    riskMultiplier: Math.max(settings.riskyMultiplier, usualRisk, settings.trustedMultiplier),
    maxRetries: Math.min(settings.fewerRetries, settings.usualRetries),
    requireApproval: true,
  };
}

/**
 * A rule that can be compared: a value that is not a number of its kind becomes the strictest one, and only a
 * plain false is false.
 */
export function soundRule(rule: PolicyRule, settings: PolicySettings): PolicyRule {
  if (isSoundRule(rule)) return rule;
  return {
    riskMultiplier: isSound(rule.riskMultiplier)
      ? rule.riskMultiplier
      : strictestRule(settings).riskMultiplier,
    maxRetries: isSound(rule.maxRetries) ? Math.floor(rule.maxRetries) : strictestRule(settings).maxRetries,
    requireApproval: rule.requireApproval !== false,
  };
}

/** Nearly every rule is, and each outcome asks for several. */
function isSoundRule({ riskMultiplier, maxRetries, requireApproval }: PolicyRule): boolean {
  const areSound = isSound(riskMultiplier) && isSound(maxRetries) && Number.isInteger(maxRetries);
  return areSound && typeof requireApproval === "boolean";
}

/** The stricter of two rules, field by field. */
export function stricter(a: PolicyRule, b: PolicyRule, settings: PolicySettings): PolicyRule {
  const one = soundRule(a, settings);
  const other = soundRule(b, settings);
  return {
    riskMultiplier: Math.max(one.riskMultiplier, other.riskMultiplier),
    maxRetries: Math.min(one.maxRetries, other.maxRetries),
    requireApproval: one.requireApproval || other.requireApproval,
  };
}

/** The fields in which `a` demands more than `b`. */
export function stricterFields(
  a: PolicyRule,
  b: PolicyRule,
  settings: PolicySettings,
): readonly PolicyField[] {
  const both = stricter(a, b, settings);
  const other = soundRule(b, settings);
  return policyFields.filter((field) => both[field] !== other[field]);
}

/** The first attempt is not a retry. */
export function attemptsFor(maxRetries: number): number {
  return 1 + maxRetries;
}

function isSound(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}
