import { describe, expect, it } from "vitest";
import { changedLessons, effectSaid, replayedSide, withoutEffect } from "./replay-result.js";
import { kindOf } from "./replay-side.js";

const effect = {
  sessions: 80,
  effectiveSessions: 60,
  observed: 0.4,
  ips: 0.31,
  snips: 0.3,
  doublyRobust: 0.3,
  difference: -0.1,
  interval: { low: -0.25, high: 0.05 },
};

describe("what a replay says of the effect", () => {
  it("is the estimate with its interval, from 50 sessions' worth on", () => {
    expect(effectSaid({ ...effect, effectiveSessions: 50 })).toMatchObject({
      says:
        "Failures would have come back in 30.0 % instead of 40.0 % of the cases (-10.0 points; with 95 % " +
        "between -25.0 and +5.0).",
      estimate: { doublyRobust: 0.3, difference: -0.1, low: -0.25, high: 0.05 },
    });
  });

  it("is that nothing can be said with less, or nothing at all where chance never decided", () => {
    const said = effectSaid({ ...effect, effectiveSessions: 49.9 });
    expect(said).toMatchObject({ estimate: null, sessions: 80, observed: 0.4 });
    expect(said?.says).toContain("as 49 sessions would, and 50 are needed");
    expect(effectSaid(undefined)).toBeNull();
  });
});

describe("the lessons that a replay lists", () => {
  it("are those with the largest difference in sessions, then by name, and at most 50", () => {
    const many = Array.from({ length: 52 }, (_, at) => [`m-${String(at).padStart(2, "0")}`, 1] as const);
    const today = new Map([["b", 5] as const, ["a", 2] as const, ["same", 3] as const]);
    const changed = new Map([["b", 1] as const, ["a", 6] as const, ["same", 3] as const, ...many]);
    const { lessons, otherLessons } = changedLessons(today, changed, kindOf);
    expect(lessons.slice(0, 3)).toEqual([
      { lesson: "a", kind: "strategy", today: 2, changed: 6 },
      { lesson: "b", kind: "strategy", today: 5, changed: 1 },
      { lesson: "m-00", kind: "strategy", today: 0, changed: 1 },
    ]);
    expect([lessons.length, otherLessons]).toEqual([50, 4]);
  });

  it.each([
    ["failure-0123456789abcdef", "failure"],
    ["directive-0123456789abcdef", "directive"],
    ["insight-0123456789abcdef", "insight"],
    ["github::auth", "pattern"],
    ["split-by-feature", "strategy"],
  ])("say of %s that it is a %s", (lesson, kind) => {
    expect(kindOf(lesson)).toBe(kind);
  });
});

it("a side of a replay has the tokens and the lessons of all kinds together", () => {
  const byKind = { failure: { shown: 2, tokens: 50 }, directive: { shown: 3, tokens: 90 } };
  const coverage = {
    sessions: 4,
    failures: 3,
    repeats: 2,
    of: 2,
    met: 1,
    announced: 1,
    meanTokens: 12.5,
    worstTokens: 50,
    known: { remedy: 2, word: 0, nothing: 0 },
    byKind: {},
    byMoment: {},
    relevance: {},
  };
  const side = replayedSide({
    coverage,
    heldOut: 7,
    stops: 1,
    byKind,
    byMoment: { start: { shown: 5, tokens: 140 } },
  });
  expect(side).toMatchObject({
    shown: 5,
    tokens: 140,
    heldOut: 7,
    able: 2,
    byMoment: { start: 5 },
    asks: null,
  });
});

it("settings that say where things are kept and who answers change nothing in a replay", () => {
  const set = [
    "store.kind=memory",
    " model.enabled=true",
    "reflection.startLessons=1",
    "directives.project=1",
  ];
  expect(withoutEffect(set)).toEqual(["store.kind=memory", " model.enabled=true"]);
});
