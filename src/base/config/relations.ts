import type { Problem } from "./problem.js";
import type { Config } from "./settings.js";

/** Conditions between settings. A JSON schema cannot express them, so only loading checks them. */
type Relation = { readonly ascending: readonly string[] } | { readonly sumToOne: readonly string[] };

export const relations: readonly Relation[] = [
  { ascending: ["outcomes.fastBelowMs", "outcomes.slowAboveMs"] },
  { ascending: ["strategies.provenHarmfulRatioBelow", "strategies.deprecatedHarmfulRatioAbove"] },
  { ascending: ["failurePatterns.initialConfidence", "failurePatterns.highestConfidence"] },
  { ascending: ["policy.riskyBelowScore", "policy.trustedAboveScore"] },
  { ascending: ["policy.fewerRetries", "policy.usualRetries"] },
  { sumToOne: ["reliability.successWeight", "reliability.retryWeight", "reliability.qualityWeight"] },
];

/** The relations that a config of otherwise good values breaks. */
export function brokenRelations(config: Config): Problem[] {
  return relations.flatMap((relation) => {
    const paths = "ascending" in relation ? relation.ascending : relation.sumToOne;
    const values = paths.map((path) => numberAt(config, path));
    const holds = "ascending" in relation ? isAscending(values) : sumsToOne(values);
    if (holds) return [];
    const listed = paths.map((path, index) => `${path} (${values[index]})`).join(", ");
    const rule = "ascending" in relation ? "each be at least the one before" : "add up to 1";
    return [{ path: paths[0] ?? "", message: `${listed} must ${rule}` }];
  });
}

function numberAt(config: Config, path: string): number {
  const [group = "", name = ""] = path.split(".");
  const groups: Readonly<Record<string, Readonly<Record<string, unknown>>>> = config;
  return Number(groups[group]?.[name]);
}

function isAscending(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value >= (values[index - 1] ?? Number.NaN));
}

/** The slack is for binary rounding: 0.7 + 0.2 + 0.1 is not exactly 1. */
function sumsToOne(values: readonly number[]): boolean {
  return Math.abs(values.reduce((sum, value) => sum + value, 0) - 1) < 1e-9;
}
