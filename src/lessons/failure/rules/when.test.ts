import { describe, expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import type { ChosenPair } from "./pairs.js";
import {
  type CallRecord,
  isNamedInPrompt,
  isUnsolved,
  mayBeStopped,
  type OpenRecord,
  shouldStop,
  startPairs,
} from "./when.js";

const usual = defaults.reflection;
const call = (text: string) => ({ tool: "Bash", sort: "shell" as const, text });
const chosen = (sessions: number): ChosenPair => ({
  pair: { how: "similar", failed: call("a"), line: "b", worked: call("c"), sessions: ["s"], at: "" },
  sessions,
});

describe("a call is stopped", () => {
  const record: CallRecord = {
    sessions: 3,
    worked: false,
    changed: false,
    days: 30,
    pair: chosen(2),
    accepted: false,
  };

  it("once, when it failed in three sessions and two agree on what works", () => {
    expect(shouldStop(record, 3)).toBe(true);
    expect(shouldStop({ ...record, pair: undefined, accepted: true }, 3)).toBe(true);
  });

  it.each<Partial<CallRecord>>([
    { sessions: 2 },
    { worked: true },
    { changed: true },
    { days: 31 },
    { pair: chosen(1) },
    { pair: undefined },
  ])("and not with %j", (changes) => {
    expect(shouldStop({ ...record, ...changes }, 3)).toBe(false);
  });
});

it.each([
  ["npm run release", true],
  ["cd web && npm run release 2>&1", true],
  ["npm run release | tail -3", false],
  ["npm run release; echo done", false],
  ["ls -la release", false],
])("whether %j is ever stopped: %j", (text, may) => {
  expect(mayBeStopped(text)).toBe(may);
});

describe("at the start", () => {
  const sessions = Array.from({ length: 24 }, (_, at) => `s${at}`);
  const family = (failed: readonly string[], changes: object = {}) => ({
    failed: new Set(failed),
    shown: [] as readonly string[],
    pair: chosen(2),
    accepted: false,
    ...changes,
  });
  const often = family(["s10", "s12", "s14", "s16", "s18"]);

  it("is said what failed in a quarter of the last twenty sessions", () => {
    expect(startPairs([often, family(["s20", "s21", "s22", "s23"])], sessions, usual)).toEqual([often]);
    expect(startPairs([family(["s0", "s1", "s2", "s3", "s4", "s5"])], sessions, usual)).toEqual([]);
  });

  it("is never said more than three lines, nor what failed in two sessions", () => {
    expect(startPairs([family(["s0", "s1"])], sessions.slice(0, 2), usual)).toEqual([]);
    expect(startPairs([often, often, often, often], sessions, usual)).toHaveLength(3);
  });

  it("is said what two sessions agree on or a person accepted", () => {
    expect(startPairs([family([...often.failed], { pair: chosen(1) })], sessions, usual)).toEqual([]);
    expect(
      startPairs([family([...often.failed], { pair: chosen(1), accepted: true })], sessions, usual),
    ).toHaveLength(1);
  });

  it("is no longer said what was shown in eight sessions and never came", () => {
    const shown = ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"];
    expect(startPairs([family([...often.failed], { shown })], sessions, usual)).toEqual([]);
    expect(startPairs([family([...often.failed], { shown: shown.slice(1) })], sessions, usual)).toHaveLength(
      1,
    );
    expect(startPairs([family([...often.failed, "s5"], { shown })], sessions, usual)).toHaveLength(1);
  });
});

describe("a failure is unsolved", () => {
  const record: OpenRecord = { sessions: 5, again: false, failures: 6, open: 3, hasPair: false };

  it("from five sessions, or from three when it comes again in this one", () => {
    expect(isUnsolved(record)).toBe(true);
    expect(isUnsolved({ ...record, sessions: 3, again: true })).toBe(true);
    expect(isUnsolved({ ...record, sessions: 4 })).toBe(false);
    expect(isUnsolved({ ...record, sessions: 2, again: true })).toBe(false);
  });

  it("only when no pair is known and mostly nothing alike worked", () => {
    expect(isUnsolved({ ...record, hasPair: true })).toBe(false);
    expect(isUnsolved({ ...record, open: 2 })).toBe(false);
  });
});

it.each([
  ["Why does `npm run release` fail?", true],
  ["Please run npm run release.", true],
  ["npm run release: does it work now?", true],
  ["(npm run release.)", true],
  ["Please run npm run release.sh", false],
  ["Please run npm run released.", false],
])("a call is named in a prompt whatever sentence it ends: %s", (prompt, isNamed) => {
  expect(isNamedInPrompt(["npm run release"], prompt)).toBe(isNamed);
});

it("a dot that is a word of the call is no full stop", () => {
  expect(isNamedInPrompt(["git add ."], "Please git add . and commit.")).toBe(true);
  expect(isNamedInPrompt(["git add ."], "Please git add these.")).toBe(false);
});
