import { expect, it } from "vitest";
import { compareRuns, comparisonText } from "./compare.mjs";
import { figureTable } from "./figures.mjs";
import { madeUpStream } from "./made-up.mjs";
import { score } from "./score.mjs";

const base = score(madeUpStream([["one", "a1", "ls"]]), { said: [], claims: {}, context: {} });
const run = (change) => ({ ...base, ...change });
const met = (part, of = 10) => ({
  met: { ...base.met, misuse: { part, of, said: part } },
});
const verdict = (before, after) => {
  const { gained, lost, counts } = compareRuns(before, after);
  return { gained, lost, counts };
};

it("a change counts when it gains on two projects and loses on none", () => {
  const before = { a: run(met(1)), b: run(met(1)), c: run(met(1)) };
  expect(verdict(before, { a: run(met(2)), b: run(met(2)), c: run(met(1)) })).toEqual({
    gained: ["a", "b"],
    lost: [],
    counts: true,
  });
  expect(verdict(before, { a: run(met(2)), b: run(met(1)), c: run(met(1)) }).counts).toBe(false);
  expect(verdict(before, { a: run(met(2)), b: run(met(2)), c: run(met(0)) })).toEqual({
    gained: ["a", "b"],
    lost: ["c"],
    counts: false,
  });
});

it("a project that was not run again keeps a change from counting", () => {
  const before = { a: run(met(1)), b: run(met(1)), c: run(met(1)) };
  expect(compareRuns(before, { a: run(met(2)), b: run(met(2)) })).toMatchObject({
    missing: ["c"],
    counts: false,
  });
});

it("a share of what is said may fall to its goal, and not below", () => {
  const stops = (part, of) => ({ a: run({ stops: { part, of, printed: part } }) });
  expect(verdict(stops(1, 1), stops(90, 100)).lost).toEqual([]);
  expect(verdict(stops(1, 1), stops(80, 100)).lost).toEqual(["a"]);
  expect(verdict(stops(0, 0), stops(1, 2))).toMatchObject({ gained: [], lost: [] });
});

it("a cost is a loss only above its limit", () => {
  const tokens = (worst) => ({ a: run({ tokens: { ...base.tokens, worst } }) });
  expect(verdict(tokens(100), tokens(400)).lost).toEqual([]);
  expect(verdict(tokens(400), tokens(600)).lost).toEqual(["a"]);
  expect(verdict(tokens(900), tokens(600)).gained).toEqual(["a"]);
});

it("figures that are only shown decide nothing", () => {
  const work = (part) => ({ a: run({ met: { ...base.met, work: { part, of: 10, said: part } } }) });
  expect(verdict(work(5), work(0))).toMatchObject({ gained: [], lost: [] });
});

it("the comparison names stream, figure and both values", () => {
  const text = comparisonText(compareRuns({ a: run(met(1)) }, { a: run(met(2)) }));
  expect(text).toContain("gain a: met misuse .10 (1 of 10) → .20 (2 of 10)");
  expect(text).toContain("This change does not count");
});

it("the table leaves out figures that nobody has", () => {
  const text = figureTable({ a: run(met(1)), b: base });
  expect(text).toMatch(/met misuse +\.10 \(1 of 10\) +-/);
  expect(text).not.toContain("met environment");
});

it("the table shows F1 with its faults, and tokens by session with the worst", () => {
  const tokens = { sessions: 4, lines: 20, worst: 12 };
  const moments = { start: { came: { part: 1, of: 4 }, right: { part: 1, of: 2 }, tokens } };
  const one = run({ text: { hit: 3, falseAlarm: 1, missed: 1 }, moments, sessions: 4, lines: 6 });
  const text = figureTable({ a: { ...one, tokens: { ...tokens, context: 40, worstContext: 30 } } });
  expect(text).toMatch(/failure told from text, F1 +\.750 \(1 false, 1 missed\)/);
  expect(text).toMatch(/start: shown and came +\.25 \(1 of 4\)/);
  expect(text).toMatch(/start: named the remedy +\.50 \(1 of 2\)/);
  expect(text).toMatch(/start: tokens a session +5, worst 12/);
  expect(text).toMatch(/tokens of all context +10\n/);
  expect(text).toMatch(/lines shown +6$/);
});
