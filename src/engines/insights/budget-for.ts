import type { Config } from "../../config/settings.js";

/** The room for insights in a role's prompt, in tokens: more for those whose task is to doubt. */
export function budgetFor(role: string, settings: Config["insights"]): number {
  const asked = role.trim().toLowerCase();
  const adversarial = settings.adversarialRoles.some((each) => each.trim().toLowerCase() === asked);
  return adversarial ? settings.adversarialBudgetTokens : settings.budgetTokens;
}
