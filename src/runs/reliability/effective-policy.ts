import type { Config } from "../../base/config/settings.js";
import { type AdaptivePolicyOverlay, ruleOf } from "./overlay.js";
import {
  attemptsFor,
  basePolicy,
  type PolicyField,
  type PolicyRule,
  policyFields,
  soundRule,
  stricterFields,
} from "./policy-rule.js";

/** A limit that a person set, with who and why. */
interface HumanLimit<Value extends number | boolean> {
  readonly value: Value;
  readonly by: string;
  readonly reason: string;
}

/** The limits that people set, each by its own person. A field that is left out has none. */
export type HumanPolicy = {
  readonly [Field in PolicyField]?: HumanLimit<PolicyRule[Field]> | undefined;
};

type PolicySource = "base" | "learned" | "human";

/** One field of the policy in force, who set it, and why. */
interface Ruled<Value> {
  readonly value: Value;
  readonly setBy: PolicySource;
  readonly why: string;
}

export interface EffectivePolicy {
  readonly riskMultiplier: Ruled<number>;
  readonly maxRetries: Ruled<number>;
  readonly requireApproval: Ruled<boolean>;
  /** One more than the retries. */
  readonly maxAttempts: number;
}

interface Voice {
  readonly setBy: PolicySource;
  readonly why: (field: PolicyField) => string;
  readonly rule: PolicyRule;
}

/** The stricter of base, learned and human, field by field. Among equals the first of them set it. */
export function effectivePolicy(
  base: PolicyRule,
  learned: AdaptivePolicyOverlay | undefined,
  human: HumanPolicy | undefined,
  settings: Config["policy"],
): EffectivePolicy {
  const voices: Voice[] = [{ setBy: "base", why: () => "the base policy", rule: soundRule(base, settings) }];
  if (learned !== undefined)
    voices.push({ setBy: "learned", why: () => learned.reason, rule: soundRule(ruleOf(learned), settings) });
  if (human !== undefined)
    voices.push({
      setBy: "human",
      why: (field) => `${human[field]?.by}: ${human[field]?.reason}`,
      rule: humanRule(human, base, settings),
    });
  const maxRetries = ruled(voices, "maxRetries", settings);
  return {
    riskMultiplier: ruled(voices, "riskMultiplier", settings),
    maxRetries,
    requireApproval: ruled(voices, "requireApproval", settings),
    maxAttempts: attemptsFor(maxRetries.value),
  };
}

/** The bare rule in force. */
export function effectiveRule({ riskMultiplier, maxRetries, requireApproval }: EffectivePolicy): PolicyRule {
  return {
    riskMultiplier: riskMultiplier.value,
    maxRetries: maxRetries.value,
    requireApproval: requireApproval.value,
  };
}

/** Where the person set nothing, the base stands in: it never is stricter than itself. */
function humanRule(human: HumanPolicy, base: PolicyRule, settings: Config["policy"]): PolicyRule {
  const { riskMultiplier, maxRetries, requireApproval } = human;
  const rule = {
    riskMultiplier: riskMultiplier === undefined ? base.riskMultiplier : riskMultiplier.value,
    maxRetries: maxRetries === undefined ? base.maxRetries : maxRetries.value,
    requireApproval: requireApproval === undefined ? base.requireApproval : requireApproval.value,
  };
  return soundRule(rule, settings);
}

function ruled<Field extends PolicyField>(
  voices: readonly Voice[],
  field: Field,
  settings: Config["policy"],
): Ruled<PolicyRule[Field]> {
  const { setBy, why, rule } = voices.reduce((strictest, voice) =>
    stricterFields(voice.rule, strictest.rule, settings).includes(field) ? voice : strictest,
  );
  return { value: rule[field], setBy, why: why(field) };
}

export interface PolicyChange {
  readonly adapterId: string;
  readonly field: PolicyField;
  readonly from: number | boolean;
  readonly to: number | boolean;
  readonly reason: string;
}

/** What changed in the rules that agents work under. */
export interface PolicyDiff {
  readonly changes: readonly PolicyChange[];
}

/**
 * The changes of the policy in force: an overlay that is not stricter than the base changes nothing that
 * anyone could notice.
 */
export function policyDiffOf(
  before: readonly AdaptivePolicyOverlay[],
  after: readonly AdaptivePolicyOverlay[],
  settings: Config["policy"],
): PolicyDiff {
  const known = new Map(before.map((overlay) => [overlay.adapterId, overlay]));
  return {
    changes: after.flatMap((overlay) => policyChanges(known.get(overlay.adapterId), overlay, settings)),
  };
}

function policyChanges(
  before: AdaptivePolicyOverlay | undefined,
  after: AdaptivePolicyOverlay,
  settings: Config["policy"],
): PolicyChange[] {
  if (before !== undefined && sameRule(before, after)) return [];
  const base = basePolicy(settings);
  const old = effectiveRule(effectivePolicy(base, before, undefined, settings));
  const fresh = effectiveRule(effectivePolicy(base, after, undefined, settings));
  const { adapterId, reason } = after;
  return policyFields
    .filter((field) => old[field] !== fresh[field])
    .map((field) => ({ adapterId, field, from: old[field], to: fresh[field], reason }));
}

/** Most outcomes change nothing, and each one asks. */
function sameRule(a: AdaptivePolicyOverlay, b: AdaptivePolicyOverlay): boolean {
  return (
    a.riskMultiplier === b.riskMultiplier &&
    a.suggestedMaxRetries === b.suggestedMaxRetries &&
    a.requireApproval === b.requireApproval
  );
}
