import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDrawn } from "./coin.js";
import { calledBy, evidenceOf, noSessions, type TrialSession, together, withSession } from "./e-test.js";
import { differences, intervalOf, intervalTogether, noBets, withBets } from "./interval.js";
import { areUneven, calledTogether, isUneven, judge } from "./verdict.js";

const sessions = fc.array(
  fc.record({
    shown: fc.boolean(),
    probability: fc.constantFrom(0.05, 0.5, 0.8, 0.95),
    failed: fc.boolean(),
  }),
  { maxLength: 60 },
);

const tested = (all: readonly TrialSession[]) =>
  all.reduce((state, session) => withSession(state, session), noSessions);
const bet = (all: readonly TrialSession[]) =>
  all.reduce((state, session) => withBets(state, session), noBets);

describe("the coin of the trial", () => {
  const draw = { project: "p", lesson: "l", session: "s" };

  it("the coin falls the same way for everyone who asks about a lesson and a session", () => {
    expect(isDrawn(draw, 0.5)).toBe(isDrawn({ ...draw }, 0.5));
    expect(isDrawn(draw, 0)).toBe(false);
    expect(isDrawn(draw, 1)).toBe(true);
  });

  it("the coin shows a lesson as often as it says, for sessions, lessons and projects with similar ids", () => {
    for (const name of ["project", "lesson", "session"] as const) {
      const draws = Array.from({ length: 4_000 }, (_, at) => isDrawn({ ...draw, [name]: `id-${at}` }, 0.8));
      const shown = draws.filter(Boolean).length;
      expect(isUneven({ shown, expected: 3_200, variance: 640 })).toBe(false);
    }
  });
});

describe("the test of a lesson", () => {
  it("the evidence stays the same on average when showing makes no difference, however the session ends", () => {
    fc.assert(
      fc.property(sessions, fc.constantFrom(0.1, 0.5, 0.9), fc.boolean(), (before, probability, failed) => {
        const state = tested(before);
        const next = (shown: boolean) => evidenceOf(withSession(state, { shown, probability, failed }));
        const expected = probability * next(true).total + (1 - probability) * next(false).total;
        expect(expected / evidenceOf(state).total).toBeCloseTo(1, 9);
      }),
    );
  });

  it("the evidence is the product of likelihood ratios, computed session by session from the start", () => {
    fc.assert(
      fc.property(sessions, (all) => {
        const { logs } = tested(all);
        expect(logs[0]).toBeCloseTo(Math.log(slowProduct(all, -2)), 9);
        expect(logs[9]).toBeCloseTo(Math.log(slowProduct(all, 2)), 9);
      }),
    );
  });

  it("a lesson without which everything fails is called helpful, and its mirror image harmful", () => {
    const pairs = (shownFails: boolean) =>
      Array.from({ length: 40 }, (_, at) => {
        const shown = at % 2 === 0;
        return { shown, probability: 0.5, failed: shown === shownFails };
      });
    expect(calledBy(evidenceOf(tested(pairs(false))))).toBe("helps");
    expect(calledBy(evidenceOf(tested(pairs(true))))).toBe("harms");
    expect(calledBy(evidenceOf(noSessions))).toBe(undefined);
  });

  it("a session that could only be shown says nothing", () => {
    fc.assert(
      fc.property(sessions, fc.boolean(), (all, failed) => {
        const state = tested(all);
        const after = withSession(state, { shown: true, probability: 1, failed });
        expect(evidenceOf(after).total).toBeCloseTo(evidenceOf(state).total, 9);
        expect(withBets(bet(all), { shown: true, probability: 1, failed })).toEqual(bet(all));
      }),
    );
  });

  it("the evidence of lessons together is that of each effect multiplied, then mixed", () => {
    const one = tested([{ shown: true, probability: 0.5, failed: false }]);
    const { helps } = together([one, one]);
    const each = one.logs.slice(0, 5).map((log) => Math.exp(2 * log));
    expect(helps).toBeCloseTo(each.reduce((a, b) => a + b, 0) / 5, 12);
  });
});

function slowProduct(all: readonly TrialSession[], effect: number): number {
  const chance = (z: number) => 1 / (1 + Math.exp(-z));
  return all.reduce((product, { shown, probability: e, failed }, at) => {
    const failures = all.slice(0, at).filter((each) => each.failed).length;
    const m = (failures + 1) / (at + 5);
    const z = Math.log(m / (1 - m));
    const of = (p: number) => (failed ? p : 1 - p);
    const [p0, p1] = [of(chance(z - e * effect)), of(chance(z - e * effect + effect))];
    return product * ((shown ? p1 : p0) / (e * p1 + (1 - e) * p0));
  }, 1);
}

describe("the interval of a lesson", () => {
  it("the bets against the true difference win nothing on average", () => {
    fc.assert(
      fc.property(
        sessions,
        fc.constantFrom(0.1, 0.5, 0.8),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        (before, probability, a, b) => {
          const [rate, without] = [a / 10, b / 10];
          const state = bet(before);
          const at = differences.findIndex((each) => Math.abs(each - (rate - without)) < 1e-9);
          const wealth = (shown: boolean, failed: boolean) =>
            Math.exp((withBets(state, { shown, probability, failed }).bets[at]?.[7] ?? 0) - start);
          const start = state.bets[at]?.[7] ?? 0;
          const expected =
            probability * (rate * wealth(true, true) + (1 - rate) * wealth(true, false)) +
            (1 - probability) * (without * wealth(false, true) + (1 - without) * wealth(false, false));
          expect(expected).toBeCloseTo(1, 9);
        },
      ),
    );
  });

  it("the interval holds every difference at first, and gets narrower around the one that is there", () => {
    expect(intervalOf(noBets)).toEqual({ low: -1, high: 1 });
    const half = Array.from({ length: 400 }, (_, at) => {
      const shown = at % 2 === 0;
      return { shown, probability: 0.5, failed: shown ? at % 10 === 0 : at % 10 < 5 };
    });
    const { low, high } = intervalOf(bet(half));
    expect(low).toBeLessThan(-0.2);
    expect(high).toBeLessThan(0);
  });
});

describe("the verdict on a lesson", () => {
  it("too few sessions are never called no difference", () => {
    expect(judge(noSessions, noBets, 0.8)).toEqual({
      verdict: "not known yet",
      evidence: 1,
      interval: { low: -1, high: 1 },
      sessionsLeft: null,
    });
  });

  it("a verdict that is not known yet says how many sessions are still needed as it looks now", () => {
    const some = Array.from({ length: 20 }, (_, at) => {
      const shown = at % 2 === 0;
      return { shown, probability: 0.5, failed: !shown && at % 4 === 1 };
    });
    const { verdict, sessionsLeft } = judge(tested(some), bet(some), 0.5);
    expect(verdict).toBe("not known yet");
    expect(sessionsLeft).toBeGreaterThan(10);
    expect(sessionsLeft).toBeLessThan(200);
  });

  it("says nothing of how many sessions are needed while an arm has fewer than five", () => {
    const arms = (shown: number, heldOut: number) => {
      const all = [...Array(shown).fill(true), ...Array(heldOut).fill(false)].map((each, at) => ({
        shown: each,
        probability: 0.5,
        failed: at % 3 === 0,
      }));
      return judge(tested(all), bet(all), 0.5).sessionsLeft;
    };
    expect(arms(30, 4)).toBe(null);
    expect(arms(4, 30)).toBe(null);
    expect(arms(6, 5)).toBeGreaterThan(0);
  });

  it("of a list of lessons those are called together whose evidence outweighs their number", () => {
    expect([...calledTogether([500, 3, 25, 60])].sort()).toEqual([0, 2, 3]);
    expect([...calledTogether([9, 9])]).toEqual([]);
    expect([...calledTogether([10])]).toEqual([0]);
    expect([...calledTogether([])]).toEqual([]);
  });

  it("is no difference only where both ends of the interval are near zero", () => {
    const left = (low: number, high: number) => ({
      ...noBets,
      bets: differences.map((each) => (each < low || each > high ? [2_000] : [-1])),
    });
    const verdict = (low: number, high: number) => judge(noSessions, left(low, high), 0.5).verdict;
    expect(verdict(0, 0)).toBe("no difference");
    expect(verdict(-0.5, 0)).toBe("not known yet");
    expect(verdict(0, 0.5)).toBe("not known yet");
  });

  it("needs as many more sessions as the usual test does, less those that were", () => {
    const all = Array.from({ length: 60 }, (_, at) => {
      const shown = at % 2 === 0;
      return { shown, probability: 0.5, failed: shown ? at % 20 === 0 : at % 20 < 4 };
    });
    // 3 of 30 when shown and 6 of 30 when held out, each with one of five expected before.
    const [p1, p0, e] = [4 / 35, 7 / 35, 0.5];
    const mean = e * p1 + (1 - e) * p0;
    const root =
      1.96 * Math.sqrt((mean * (1 - mean)) / (e * (1 - e))) +
      0.84 * Math.sqrt((p1 * (1 - p1)) / e + (p0 * (1 - p0)) / (1 - e));
    const { verdict, sessionsLeft } = judge(tested(all), bet(all), e);
    expect(verdict).toBe("not known yet");
    expect(sessionsLeft).toBe(Math.ceil((root / (p0 - p1)) ** 2) - 60);
  });

  it("an uneven split of single lessons is noticed, the more lessons the less surprising each is", () => {
    const even = { shown: 80, expected: 80, variance: 16 };
    const uneven = { shown: 96, expected: 80, variance: 16 };
    expect(areUneven([uneven])).toBe(true);
    expect(areUneven([even])).toBe(false);
    // Three standard deviations twice among twenty are no more than chance does once in a thousand.
    const odd = { shown: 92, expected: 80, variance: 16 };
    expect(areUneven([odd, odd, ...Array(18).fill(even)])).toBe(false);
    // Of a lesson with few sessions nothing can be said.
    expect(areUneven([{ shown: 6, expected: 1, variance: 1 }])).toBe(false);
    expect(areUneven([])).toBe(false);
  });

  it("an uneven split of the sessions is noticed", () => {
    expect(isUneven({ shown: 50, expected: 80, variance: 16 })).toBe(true);
    expect(isUneven({ shown: 75, expected: 80, variance: 16 })).toBe(false);
    expect(isUneven({ shown: 3, expected: 3, variance: 0 })).toBe(false);
  });
});

describe("the interval", () => {
  it("is that of all sessions at once, to a tenth of a point, and never narrower", () => {
    const long = fc
      .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(0.5, 0.8), fc.nat(1e6))
      .map(([count, probability, seed]) => drawnSessions(count, probability, seed));
    fc.assert(
      fc.property(fc.oneof(sessions, long), (all) => {
        const [fast, slow] = [intervalOf(bet(all)), slowInterval(all)];
        expect(fast.low).toBeLessThanOrEqual(slow.low + 1e-9);
        expect(fast.high).toBeGreaterThanOrEqual(slow.high - 1e-9);
        expect(fast.low).toBeGreaterThan(slow.low - 0.0025);
        expect(fast.high).toBeLessThan(slow.high + 0.0025);
      }),
    );
  });

  it("is found although it lies between two of the differences that are tested", () => {
    const { low, high } = intervalOf(bet(drawnSessions(60_000, 0.5, 7)));
    expect(high - low).toBeLessThan(0.06);
    expect(low).toBeLessThan(-0.25);
    expect(high).toBeGreaterThan(-0.25);
  });

  it("is everything, and not nothing, when the bets have ruled out every difference", () => {
    const bets = differences.map(() => [9]);
    expect(intervalOf({ bets })).toEqual({ low: -1, high: 1 });
    expect(judge(noSessions, { ...noBets, bets }, 0.5).verdict).toBe("not known yet");
  });

  it("is that of one lesson for one lesson, and closer for several that agree", () => {
    const helped = Array.from({ length: 60 }, (_, at) => ({
      shown: at % 2 === 0,
      probability: 0.5,
      failed: at % 4 === 1,
    }));
    const one = intervalOf(bet(helped));
    expect(intervalTogether([bet(helped)])).toEqual(one);
    const three = intervalTogether([bet(helped), bet(helped), bet(helped)]);
    expect(three.high).toBeLessThan(one.high);
    expect(three.low).toBeGreaterThanOrEqual(one.low);
  });
});

/** Sessions whose failure comes in 15 % when the lesson is shown and in 40 % when it is held out. */
function drawnSessions(count: number, probability: number, seed: number): readonly TrialSession[] {
  let state = (seed * 0x9e3779b9) >>> 0;
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: count }, () => {
    const shown = random() < probability;
    return { shown, probability, failed: random() < (shown ? 0.15 : 0.4) };
  });
}

/** The ends by the bets of all sessions at each difference that is asked for; none is kept. */
function slowInterval(all: readonly TrialSession[]) {
  const rate = (arm: readonly TrialSession[]) =>
    (arm.filter(({ failed }) => failed).length + 1) / (arm.length + 5);
  const terms = all.map(({ shown, probability: e, failed }, at) => {
    const before = all.slice(0, at);
    const [one, none] = [
      rate(before.filter((each) => each.shown)),
      rate(before.filter((each) => !each.shown)),
    ];
    const y = failed ? 1 : 0;
    const term = one - none + (shown ? (y - one) / e : -(y - none) / (1 - e));
    return { term, most: Math.max(1 / e, 1 / (1 - e)) };
  });
  const stakes = [-0.4, -0.25, -0.12, -0.05, 0.05, 0.12, 0.25, 0.4];
  const isLeft = (difference: number) =>
    stakes
      .map((stake) =>
        terms.reduce((money, { term, most }) => money * (1 + (stake / most) * (term - difference)), 1),
      )
      .reduce((sum, each) => sum + each, 0) /
      stakes.length <
    20;
  const left = Array.from({ length: 2_001 }, (_, at) => (at - 1_000) / 1_000).filter(isLeft);
  return { low: left.at(0) ?? -1, high: left.at(-1) ?? 1 };
}
