import { type AskedCheck, PastRules } from "../../lessons/directive/check/past-rules.js";
import { checkMatchers } from "../../predicates/check-matchers.js";

/** Checks that are ready to be asked of past sessions. */
export function pastRules(
  checks: readonly AskedCheck[],
  topOf: (folder: string) => string | undefined,
): PastRules {
  return new PastRules(checks, checkMatchers(), topOf);
}
