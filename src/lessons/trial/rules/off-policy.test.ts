import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OffPolicyEstimate, type OtherDraw, weightAtMost } from "./off-policy.js";

const draw = fc.record({
  lesson: fc.constantFrom("a", "b", "c"),
  shown: fc.boolean(),
  probability: fc.constantFrom(0.05, 0.5, 0.8, 0.95),
  otherwise: fc.constantFrom(0, 0.2, 0.8, 1),
  failed: fc.option(fc.boolean(), { nil: undefined }),
});
const sessions = fc.array(fc.uniqueArray(draw, { selector: ({ lesson }) => lesson, maxLength: 3 }), {
  minLength: 1,
  maxLength: 30,
});

const estimated = (all: readonly (readonly OtherDraw[])[]) => {
  const estimate = new OffPolicyEstimate();
  for (const draws of all) estimate.note(draws);
  return estimate.result();
};

describe("what the log says about other settings", () => {
  it("is nothing without a session in which chance decided", () => {
    expect(estimated([[], [{ ...shownDraw("a"), failed: undefined }]])).toBeUndefined();
  });

  it("is the same as a computation that looks at all sessions again for every one of them", () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const fast = estimated(all);
        const slow = slowEstimate(all);
        if (fast === undefined || slow === undefined) {
          expect(fast).toEqual(slow);
          return;
        }
        for (const name of ["observed", "ips", "snips", "doublyRobust", "effectiveSessions"] as const)
          expect(fast[name]).toBeCloseTo(slow[name], 9);
        expect(fast.interval.low).toBeLessThanOrEqual(slow.interval.low + 1e-9);
        expect(fast.interval.high).toBeGreaterThanOrEqual(slow.interval.high - 1e-9);
        expect(fast.interval.low).toBeGreaterThan(slow.interval.low - 0.006);
        expect(fast.interval.high).toBeLessThan(slow.interval.high + 0.006);
      }),
    );
  });

  it("is what was observed, with the weight of every session, when nothing would be other", () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const same = all.map((draws) => draws.map((each) => ({ ...each, otherwise: each.probability })));
        const found = estimated(same);
        if (found === undefined) return;
        expect(found.effectiveSessions).toBeCloseTo(found.sessions, 9);
        expect(found.ips).toBeCloseTo(found.observed, 9);
        expect(found.snips).toBeCloseTo(found.observed, 9);
      }),
    );
  });

  it.each([
    ["always showing", 1],
    ["never showing", 0],
    ["showing in half of the sessions", 0.5],
  ])("comes near the truth of a simulation for %s", (_what, otherwise) => {
    const { found, truth, truthAsItWas } = simulated(otherwise, 1_500);
    expect(Math.abs(found.doublyRobust - truth)).toBeLessThan(0.05);
    expect(Math.abs(found.snips - truth)).toBeLessThan(0.05);
    expect(found.interval.low).toBeLessThanOrEqual(truth - truthAsItWas);
    expect(found.interval.high).toBeGreaterThanOrEqual(truth - truthAsItWas);
    expect(found.effectiveSessions).toBeGreaterThan(50);
  });

  it("holds the truth at every length in nearly all simulations", () => {
    const seeds = Array.from({ length: 40 }, (_, at) => at + 1);
    const outside = seeds.filter((seed) => simulated(0.5, 200, seed).wasOutside);
    expect(outside.length).toBeLessThanOrEqual(2);
  });
});

function shownDraw(lesson: string): OtherDraw {
  return { lesson, shown: true, probability: 0.8, otherwise: 0.5, failed: false };
}

/** Two lessons, shown with .8 and .7; shown, a failure comes in 20 and 30 %, held out in 50 and 40 %. */
function simulated(otherwise: number, count: number, seed = 7) {
  const random = seeded(seed);
  const lessons = [
    { lesson: "a", probability: 0.8, shownRate: 0.2, heldOutRate: 0.5 },
    { lesson: "b", probability: 0.7, shownRate: 0.3, heldOutRate: 0.4 },
  ];
  const rateAt = (chance: number | undefined) =>
    lessons
      .map(({ probability, shownRate, heldOutRate }) => {
        const shown = chance ?? probability;
        return shown * shownRate + (1 - shown) * heldOutRate;
      })
      .reduce((sum, rate) => sum + rate / lessons.length, 0);
  const [truth, truthAsItWas] = [rateAt(otherwise), rateAt(undefined)];
  const estimate = new OffPolicyEstimate();
  let wasOutside = false;
  for (let at = 0; at < count; at += 1) {
    estimate.note(
      lessons.map(({ lesson, probability, shownRate, heldOutRate }) => {
        const shown = random() < probability;
        return {
          lesson,
          shown,
          probability,
          otherwise,
          failed: random() < (shown ? shownRate : heldOutRate),
        };
      }),
    );
    if (at % 10 !== 9) continue;
    const { low, high } = estimate.result()?.interval ?? { low: -1, high: 1 };
    const difference = truth - truthAsItWas;
    wasOutside ||= low > difference || high < difference;
  }
  const found = estimate.result();
  if (found === undefined) throw new Error("nothing was drawn");
  return { found, truth, truthAsItWas, wasOutside };
}

/** Straight from the definitions, for every session from all sessions before it. */
function slowEstimate(all: readonly (readonly OtherDraw[])[]) {
  const counted = all.filter((draws) => draws.some(({ failed }) => failed !== undefined));
  if (counted.length === 0) return undefined;
  const rate = (lesson: string, shown: boolean, before: number) => {
    const arm = counted
      .slice(0, before)
      .flat()
      .filter((each) => each.lesson === lesson && each.shown === shown && each.failed !== undefined);
    return (arm.filter(({ failed }) => failed).length + 1) / (arm.length + 5);
  };
  const rows = counted.map((draws, at) => {
    const seen = draws.filter(({ failed }) => failed !== undefined);
    const average = (of: (each: OtherDraw) => number) =>
      seen.reduce((sum, each) => sum + of(each), 0) / seen.length;
    const chanceOf = (shown: boolean, chance: number) => (shown ? chance : 1 - chance);
    let [weight, most] = [1, 1];
    for (const { shown, probability, otherwise } of draws) {
      weight *= chanceOf(shown, otherwise) / chanceOf(shown, probability);
      most *= Math.max(otherwise / probability, (1 - otherwise) / (1 - probability));
    }
    weight = Math.min(weight, weightAtMost);
    const failed = average((each) => Number(each.failed));
    const expected = average(({ lesson, shown }) => rate(lesson, shown, at));
    const other = average(
      ({ lesson, otherwise }) =>
        otherwise * rate(lesson, true, at) + (1 - otherwise) * rate(lesson, false, at),
    );
    return { weight, failed, robust: other + weight * (failed - expected), most: Math.min(most, 10) + 1 };
  });
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const weights = sum(({ weight }) => weight);
  const squares = sum(({ weight }) => weight * weight);
  const differences = Array.from({ length: 401 }, (_, at) => (at - 200) / 200);
  const left = differences.filter((difference) => {
    const stakes = [-0.4, -0.25, -0.12, -0.05, 0.05, 0.12, 0.25, 0.4];
    const wealth = stakes.map((stake) =>
      rows.reduce(
        (money, { robust, failed, most }) => money * (1 + (stake / most) * (robust - failed - difference)),
        1,
      ),
    );
    return wealth.reduce((total, each) => total + each, 0) / stakes.length < 20;
  });
  return {
    observed: sum(({ failed }) => failed) / rows.length,
    ips: sum(({ weight, failed }) => weight * failed) / rows.length,
    snips: weights === 0 ? 0 : sum(({ weight, failed }) => weight * failed) / weights,
    doublyRobust: sum(({ robust }) => robust) / rows.length,
    effectiveSessions: squares === 0 ? 0 : weights ** 2 / squares,
    interval: { low: left.at(0) ?? -1, high: left.at(-1) ?? 1 },
  };
}

function seeded(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}
