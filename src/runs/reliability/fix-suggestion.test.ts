import { describe, expect, it } from "vitest";
import { fixSuggestionFor } from "./fix-suggestion.js";

describe("what may help against a failure", () => {
  it.each([
    ["auth", /token.*scopes/],
    ["AUTH", /token.*scopes/],
    ["invalid-token", /token.*scopes/],
    ["timeout", /time limit/],
    ["connection timed out", /time limit/],
    ["rate_limit", /wait as long as it asks/],
    ["network", /reached/],
    ["ENOTFOUND", /reached/],
    ["merge-conflict", /newest state/],
    ["validation", /schema/],
    ["not-found", /moved or gone/],
    ["permission-denied", /grant only/],
    ["disk-full", /space/],
    ["quota-exceeded", /quota/],
    ["unsafe-shell", /block-list/],
  ])("the advice fits the failure type %s", (failureType, advice) => {
    const suggestion = fixSuggestionFor("github", failureType);
    expect(suggestion).toMatch(advice);
    expect(suggestion).toMatch(/github/);
  });

  it("an unknown failure type gets a general step", () => {
    expect(fixSuggestionFor("npm", "flaky")).toBe("Compare the newest flaky failures of npm.");
  });

  it("failures that belong to no tool are not said to be of one", () => {
    expect(fixSuggestionFor("unattributed", "unknown")).toBe(
      "These unknown failures name no tool: compare the newest ones.",
    );
  });
});
