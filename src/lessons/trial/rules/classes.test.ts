import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byClass, judgeTogether } from "./classes.js";
import { noSessions, type TrialSession, withSession } from "./e-test.js";
import { noBets, withBets } from "./interval.js";
import { shrunkDifferences } from "./shrink.js";

const sessions = fc.array(
  fc.record({
    shown: fc.boolean(),
    probability: fc.constantFrom(0.5, 0.8, 0.95),
    failed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
const lessons = fc.array(fc.record({ kind: fc.constantFrom("misuse", "host", "work"), sessions }), {
  minLength: 1,
  maxLength: 6,
});
type Lesson = typeof lessons extends fc.Arbitrary<(infer Each)[]> ? Each : never;

const memberOf = ({ kind, sessions: all }: Lesson) => ({
  kind,
  test: all.reduce((state, session) => withSession(state, session), noSessions),
  bets: all.reduce((state, session) => withBets(state, session), noBets),
});

describe("what lessons of a class say together", () => {
  it("is the product over all sessions of all of them, for each effect, and then the mean", () => {
    fc.assert(
      fc.property(lessons, (all) => {
        const found = new Map(
          byClass(all.map(memberOf), ({ kind }) => kind).map(([kind, some]) => [kind, judgeTogether(some)]),
        );
        expect([...found.keys()].sort()).toEqual([...new Set(all.map(({ kind }) => kind))].sort());
        for (const [kind, { evidence, shown, heldOut, verdict }] of found) {
          const same = all.filter((each) => each.kind === kind).map((each) => each.sessions);
          const slow = slowEvidence(same);
          expect(Math.log(evidence)).toBeCloseTo(Math.log((slow.helps + slow.harms) / 2), 9);
          const called = slow.helps >= slow.harms ? "helps" : "harms";
          expect(verdict).toBe((slow.helps + slow.harms) / 2 >= 20 ? called : "not known yet");
          const counted = (arm: boolean) => same.flat().filter((each) => each.shown === arm);
          for (const [arm, rows] of [
            [shown, counted(true)],
            [heldOut, counted(false)],
          ] as const)
            expect(arm).toEqual({
              sessions: rows.length,
              failures: rows.filter(({ failed }) => failed).length,
            });
        }
      }),
    );
  });

  it("does not let the harm of one class hide the help of another", () => {
    const alternating = (shownFails: boolean): Lesson["sessions"] =>
      Array.from({ length: 40 }, (_, at) => ({
        shown: at % 2 === 0,
        probability: 0.5,
        failed: (at % 2 === 0) === shownFails,
      }));
    const members = [
      { kind: "misuse", sessions: alternating(false) },
      { kind: "host", sessions: alternating(true) },
    ].map((each) => memberOf(each as Lesson));
    expect(judgeTogether(members).verdict).toBe("not known yet");
    const verdicts = byClass(members, ({ kind }) => kind).map(([kind, some]) => [
      kind,
      judgeTogether(some).verdict,
    ]);
    expect(verdicts).toEqual([
      ["host", "harms"],
      ["misuse", "helps"],
    ]);
  });

  it("names the class with most lessons first", () => {
    const names = byClass(["b1", "a1", "c1", "c2"], (each) => each.charAt(0)).map(([name]) => name);
    expect(names).toEqual(["c", "a", "b"]);
  });
});

describe("a difference drawn toward its class", () => {
  const arm = fc.nat(30).chain((count) => fc.nat(count).map((failures) => ({ sessions: count, failures })));
  const arms = fc.record({ shown: arm, heldOut: arm });

  it("lies between its own and that of the class, as the textbook's formulas say", () => {
    fc.assert(
      fc.property(fc.array(arms, { maxLength: 8 }), (all) => {
        const found = shrunkDifferences(all);
        const slow = slowShrunk(all);
        expect(found).toHaveLength(all.length);
        for (const [at, each] of found.entries()) expect(each).toBeCloseTo(slow[at] ?? Number.NaN, 9);
      }),
    );
  });

  it("is its own for a lesson alone, and that of the others for a lesson with one arm", () => {
    const one = { shown: { sessions: 10, failures: 1 }, heldOut: { sessions: 10, failures: 5 } };
    expect(shrunkDifferences([one])[0]).toBeCloseTo(-0.4, 12);
    const half = { shown: { sessions: 3, failures: 0 }, heldOut: { sessions: 0, failures: 0 } };
    expect(shrunkDifferences([one, half])[1]).toBeCloseTo(-0.4, 12);
    expect(shrunkDifferences([half])).toEqual([0]);
  });

  it("moves a lesson of few sessions further than one of many", () => {
    const many = { shown: { sessions: 400, failures: 40 }, heldOut: { sessions: 100, failures: 50 } };
    const few = { shown: { sessions: 8, failures: 4 }, heldOut: { sessions: 2, failures: 0 } };
    const [known, unsure] = shrunkDifferences([many, few]);
    expect(0.5 - (unsure ?? 0)).toBeGreaterThan(3 * ((known ?? 0) + 0.4));
    expect(known).toBeGreaterThan(-0.4);
  });
});

function slowEvidence(lists: readonly (readonly TrialSession[])[]) {
  const chance = (z: number) => 1 / (1 + Math.exp(-z));
  const product = (effect: number) =>
    lists.reduce(
      (all, list) =>
        list.reduce((money, { shown, probability: e, failed }, at) => {
          const m = (list.slice(0, at).filter((each) => each.failed).length + 1) / (at + 5);
          const z = Math.log(m / (1 - m)) - e * effect;
          const of = (p: number) => (failed ? p : 1 - p);
          const [p0, p1] = [of(chance(z)), of(chance(z + effect))];
          return money * ((shown ? p1 : p0) / (e * p1 + (1 - e) * p0));
        }, all),
      1,
    );
  const mean = (effects: readonly number[]) => effects.reduce((sum, each) => sum + product(each), 0) / 5;
  return { helps: mean([-2, -1.4, -1, -0.7, -0.4]), harms: mean([0.4, 0.7, 1, 1.4, 2]) };
}

function slowShrunk(all: readonly Record<"shown" | "heldOut", { sessions: number; failures: number }>[]) {
  const rows = all.map(({ shown, heldOut }) => {
    const p = (arm: typeof shown) => (arm.failures + 1) / (arm.sessions + 5);
    const v = (arm: typeof shown) => (p(arm) * (1 - p(arm))) / arm.sessions;
    return {
      d: shown.failures / shown.sessions - heldOut.failures / heldOut.sessions,
      v: v(shown) + v(heldOut),
      both: shown.sessions > 0 && heldOut.sessions > 0,
    };
  });
  const known = rows.filter(({ both }) => both);
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    known.reduce((total, row) => total + of(row), 0);
  const fixed = sum(({ d, v }) => d / v) / sum(({ v }) => 1 / v);
  const q = sum(({ d, v }) => (d - fixed) ** 2 / v);
  const c = sum(({ v }) => 1 / v) - sum(({ v }) => 1 / v ** 2) / sum(({ v }) => 1 / v);
  const tau = known.length < 2 ? 0 : Math.max(0, (q - (known.length - 1)) / c);
  const mean = known.length === 0 ? 0 : sum(({ d, v }) => d / (v + tau)) / sum(({ v }) => 1 / (v + tau));
  return rows.map(({ d, v, both }) => (both ? (tau * d + v * mean) / (tau + v) : mean));
}
