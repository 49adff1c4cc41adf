import { counted } from "../../base/text/counted.js";
import type { HumanPolicy } from "../reliability/effective-policy.js";
import { type PolicyField, policyFields } from "../reliability/policy-rule.js";

/** The option of 'whetstone policy' that sets each field, without its dashes. */
export const limitOptionNames = {
  requireApproval: "require-approval",
  maxRetries: "max-retries",
  riskMultiplier: "risk",
} as const satisfies Record<PolicyField, string>;

const texts: { readonly [Field in PolicyField]: (value: unknown) => string } = {
  requireApproval: () => "approval",
  maxRetries: (value) => `at most ${counted(Number(value), "retry", "retries")}`,
  riskMultiplier: (value) => `a risk factor of ${value}`,
};

/** What a limit demands, such as "at most 1 retry". */
export function limitText(field: PolicyField, value: number | boolean): string {
  return texts[field](value);
}

/** The limits that people set, each as a clause that says who and why. */
export function humanLimitTexts(adapter: string, human: HumanPolicy | null): readonly string[] {
  return policyFields.flatMap((field) => {
    const limit = human?.[field];
    if (limit === undefined) return [];
    return [`${limit.by} set ${limitText(field, limit.value)} for ${adapter} ("${limit.reason}")`];
  });
}

/** The command with which a person removes them. */
export function removeCommand(adapter: string, human: HumanPolicy): string {
  const set = policyFields.filter((field) => human[field] !== undefined);
  const names = set.map((field) => limitOptionNames[field]).join(",");
  return `whetstone policy ${adapter} --remove ${names} --by NAME --reason WHY`;
}
