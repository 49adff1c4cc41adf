import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { directive } from "./example-directive.contract.js";
import { anyName, appliesTo, rankForBrief, scopeName } from "./scope.js";

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
    [[], [], "coder", ["bash"], false],
    [[""], [""], "", [""], false],
  ])("roles %j, tools %j, for %s with %j: %s", (appliesToAgents, appliesToTools, role, tools, expected) => {
    expect(appliesTo({ appliesToAgents, appliesToTools }, { role, tools })).toBe(expected);
  });
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
  ])("%j is %j", (name, expected) => {
    expect(scopeName(name)).toBe(expected);
    expect(scopeName(scopeName(name))).toBe(expected);
  });

  it("comes to the same however often it is read", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(scopeName(scopeName(name))).toBe(scopeName(name));
      }),
    );
  });
});

describe("the brief", () => {
  const scope = { role: "coder", tools: [] };
  const ranked = (lesson: string, relevance: number, changes = {}) => ({
    directive: directive({ lesson, ...changes }),
    relevance,
  });

  it("has critical ones first, then the most relevant, and says what had no room", () => {
    const { shown, dropped } = rankForBrief(
      [
        ranked("low", 0.1),
        ranked("high", 9),
        ranked("critical", 0, { priority: "critical" }),
        ranked("others", 99, { appliesToAgents: ["reviewer"] }),
        ranked("proposed", 99, { status: "proposed" }),
        ranked("broken", Number.NaN),
      ],
      scope,
      { briefMax: 3 },
    );
    expect(shown.map(({ lesson }) => lesson)).toEqual(["critical", "high", "low"]);
    expect(dropped.map(({ lesson }) => lesson)).toEqual(["broken"]);
  });

  it("is the same for every order of the candidates", () => {
    const candidate = fc.record({
      lesson: fc.uuid(),
      relevance: fc.oneof(fc.constantFrom(0, 1, Number.NaN, Number.NEGATIVE_INFINITY), fc.double()),
      critical: fc.boolean(),
    });
    const candidates = fc.uniqueArray(candidate, { selector: ({ lesson }) => lesson, maxLength: 20 });
    fc.assert(
      fc.property(candidates, fc.integer({ min: 0, max: 10 }), (given, briefMax) => {
        const all = given.map(({ lesson, relevance, critical }) =>
          ranked(lesson, relevance, { priority: critical ? "critical" : "low" }),
        );
        const brief = rankForBrief(all, scope, { briefMax });
        expect(rankForBrief([...all].reverse(), scope, { briefMax })).toEqual(brief);
        expect(brief.shown.length).toBe(Math.min(briefMax, all.length));
        expect(brief.shown.length + brief.dropped.length).toBe(all.length);
      }),
    );
  });
});
