import { expect, it } from "vitest";
import { defaults } from "../../config/settings.js";
import { budgetFor } from "./budget-for.js";

it.each([
  ["auditor", 800],
  ["Judge", 800],
  [" SENTINEL ", 800],
  ["coder", 500],
  ["judges", 500],
  ["", 500],
])("gives %j %i tokens", (role, tokens) => {
  expect(budgetFor(role, defaults.insights)).toBe(tokens);
});

it("takes the roles and the budgets from the settings", () => {
  const settings = {
    ...defaults.insights,
    adversarialRoles: ["Critic"],
    adversarialBudgetTokens: 90,
    budgetTokens: 10,
  };
  expect([budgetFor("critic", settings), budgetFor("judge", settings)]).toEqual([90, 10]);
});
