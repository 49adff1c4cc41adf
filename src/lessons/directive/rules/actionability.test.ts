import { expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import { missingFor } from "./actionability.js";
import { directive } from "./example-directive.contract.js";

const bare = { requiredActions: [], appliesToAgents: [] };

it.each([
  ["an action and a role", {}, []],
  ["a forbidden action", { requiredActions: [], forbiddenActions: ["eval"] }, []],
  ["a check", { requiredActions: [], verificationChecks: ["the tests pass"] }, []],
  ["a predicate", { requiredActions: [], verificationPredicate: "grep:eval:src/**" }, []],
  ["a tool", { appliesToAgents: [], appliesToTools: ["bash"] }, []],
  ["every role", { appliesToAgents: ["*"] }, []],
  ["no check", { requiredActions: [] }, ["missing_predicate"]],
  ["no scope", { appliesToAgents: [] }, ["missing_scope"]],
  ["neither", bare, ["missing_predicate", "missing_scope"]],
  [
    "blank entries",
    { requiredActions: [" ", ""], appliesToAgents: ["\t"] },
    ["missing_predicate", "missing_scope"],
  ],
])("a directive with %s lacks %j", (_, changes, expected) => {
  expect(missingFor(directive(changes), defaults.directives)).toEqual(expected);
});

it("an active directive needs the number of checks that minChecks sets", () => {
  expect(missingFor(directive(), { minChecks: 2 })).toEqual(["missing_predicate"]);
  expect(missingFor(directive(bare), { minChecks: 0 })).toEqual(["missing_scope"]);
});
