import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { frequentFailures as frequentBy, isNamedInPrompt, type SayableFailure } from "./when-to-say.js";

const frequentFailures = (failures: readonly SayableFailure[], recent: readonly string[]) =>
  frequentBy(failures, recent, { ...defaults.reflection, startShare: 0.15, recentSessions: 20 });

const failure = (changes: Partial<SayableFailure> = {}): SayableFailure => ({
  ...{ program: "gh pr diff", named: "--stat", examples: ["gh pr diff 7 --stat"] },
  ...{ sessions: [], told: [], lastAt: "2026-03-01" },
  ...changes,
});
const recent = Array.from({ length: 40 }, (_, index) => `s-${index}`);
const newest = (count: number) => recent.slice(-count);

describe("a failure lesson at the start of a session", () => {
  it("a failure lesson is said from three of the newest twenty sessions on", () => {
    expect(frequentFailures([failure({ sessions: newest(3) })], recent)).toHaveLength(1);
    expect(frequentFailures([failure({ sessions: newest(2) })], recent)).toEqual([]);
  });

  it("a failure lesson is not said for failures that are older than that", () => {
    expect(frequentFailures([failure({ sessions: recent.slice(0, 20) })], recent)).toEqual([]);
  });

  it("a failure lesson is said in a young project once two sessions had it", () => {
    expect(frequentFailures([failure({ sessions: ["a", "b"] })], ["a", "b", "c"])).toHaveLength(1);
    expect(frequentFailures([failure({ sessions: ["a"] })], ["a"])).toEqual([]);
  });

  it("a failure lesson is still said when it kept the sessions that were told from failing", () => {
    const told = newest(10).map((session) => ({ session, announced: true }));
    const sessions = recent.slice(-20, -10);
    expect(frequentFailures([failure({ sessions, told })], recent)).toHaveLength(1);
  });

  it("a failure lesson comes before those that are less frequent, and of equals the newest first", () => {
    const [rare, often] = [failure({ sessions: newest(3) }), failure({ sessions: newest(6) })];
    const newer = failure({ sessions: newest(3), lastAt: "2026-03-02" });
    expect(frequentFailures([rare, often, newer], recent)).toEqual([often, newer, rare]);
  });
});

describe("a prompt names a failing call", () => {
  it.each([
    ["with its program and its argument", "use gh for the pr diff, with --stat please"],
    ["as it was called", "Run `gh pr diff 7 --stat`."],
  ])("%s", (_how, prompt) => {
    expect(isNamedInPrompt(failure(), prompt)).toBe(true);
  });

  it.each([
    ["the program alone", "show me the gh pr diff"],
    ["the argument alone", "git log --stat"],
    ["a part of a word", "gh pr diff --statistics"],
  ])("a prompt does not name a failing call with %s", (_how, prompt) => {
    expect(isNamedInPrompt(failure(), prompt)).toBe(false);
  });

  it("a prompt does not name a failing call by a short call such as ls", () => {
    expect(isNamedInPrompt(failure({ named: "", examples: ["ls"] }), "what does ls print?")).toBe(false);
  });
});
