import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyName, appliesTo, scopeName } from "./scope.js";

describe("whether a directive applies", () => {
  it.each([
    [["coder"], [], "coder", [], true],
    [["Coder"], [], "CODER", [], true],
    [["test engineer"], [], "test_engineer", [], true],
    [["reviewer"], [], "coder", [], false],
    [["all"], [], "coder", [], true],
    [["*"], [], "coder", [], true],
    [["reviewer"], ["Bash"], "coder", ["bash"], true],
    [[], ["bash"], "coder", ["edit"], false],
    [[], ["*"], "coder", [], false],
    [[], ["*"], "coder", ["edit"], true],
    [[], [], "coder", ["bash"], true],
    [[""], [""], "", [""], false],
  ])(
    "a directive for roles %j and tools %j applies to %s with %j: %s",
    (appliesToAgents, appliesToTools, role, tools, expected) => {
      expect(appliesTo({ appliesToAgents, appliesToTools }, { role, tools })).toBe(expected);
    },
  );
});

describe("the name of a role or tool", () => {
  it.each([
    ["Test Engineer", "test-engineer"],
    ["test_engineer", "test-engineer"],
    [" test--engineer ", "test-engineer"],
    ["Bash", "bash"],
    ["mcp__github__create_issue", "mcp-github-create-issue"],
    ["*", anyName],
    ["All", anyName],
    ["EVERYONE", anyName],
    ["all agents", anyName],
    ["all_tools", anyName],
    ["allow", "allow"],
    ["", ""],
  ])("the name %j is read as %j", (name, expected) => {
    expect(scopeName(name)).toBe(expected);
    expect(scopeName(scopeName(name))).toBe(expected);
  });

  it("a name that was normalised stays the same when it is normalised again", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(scopeName(scopeName(name))).toBe(scopeName(name));
      }),
    );
  });
});
