import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Belief,
  type PredictionKey,
  predictionFrom,
  predictionKeys,
  probabilityOf,
  type RunContext,
  sharesOf,
  unknownBelief,
  updatedBeliefs,
} from "./prediction.js";

const start = (context: RunContext) => predictionKeys(context).map(unknownBelief);
const idOf = (key: PredictionKey | undefined) => JSON.stringify([key?.shelf, key?.name]);
const whole = { capability: "coder", family: "git", task: "t" };

describe("the prediction of the next outcome", () => {
  it("a run with all parts has seven keys, and a part that is not known has none", () => {
    expect(predictionKeys(whole)).toHaveLength(7);
    expect(predictionKeys({ family: "git" }).map(({ kind }) => kind)).toEqual(["base", "family"]);
    expect(predictionKeys({}).map(({ kind }) => kind)).toEqual(["base"]);
  });

  it("keys of different parts never are the same, whatever the names hold", () => {
    const contexts: RunContext[] = [
      { capability: "a family b", family: "c" },
      { capability: "a", family: "b family c" },
      { family: "a", task: "c" },
      { capability: "family a", task: "c" },
    ];
    const ids = contexts.map((context) => idOf(predictionKeys(context).at(-1)));
    expect(new Set(ids).size).toBe(contexts.length);
  });

  it("what the keys add is together the log-odds of what is predicted, whatever happened before", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (outcomes) => {
        let beliefs: readonly Belief[] = start(whole);
        for (const happened of outcomes) beliefs = updatedBeliefs(beliefs, happened);
        const shares = sharesOf(beliefs).reduce((sum, share) => sum + share, 0);
        expect(probabilityOf(shares)).toBeCloseTo(predictionFrom(beliefs).probability, 10);
      }),
    );
  });

  it("nothing is predicted before anything happened: one half, and far on both sides", () => {
    const { probability, low, high } = predictionFrom(start(whole));
    expect(probability).toBe(0.5);
    expect(low).toBeLessThan(-3);
    expect(high).toBeGreaterThan(3);
  });

  it("an outcome moves the prediction towards itself and makes every key surer, as computed by hand", () => {
    const [base] = updatedBeliefs(start({}), true);
    // p = .5, h = .25, v = 1: d = 1.25, m = .5 / 1.25, v = 1 - .25 / 1.25.
    expect(base).toMatchObject({ mean: 0.4, variance: 0.8 });
    // Half a step too low: .3 × .5 / √(.01 + .25).
    expect(base?.weight).toBeCloseTo(0.15 / Math.sqrt(0.26), 12);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 50 }), fc.boolean(), (history, next) => {
        const before = history.reduce<readonly Belief[]>(updatedBeliefs, start(whole));
        const after = updatedBeliefs(before, next);
        const moved = predictionFrom(after).logOdds - predictionFrom(before).logOdds;
        expect(next ? moved : -moved).toBeGreaterThan(0);
        for (const [at, { variance }] of after.entries()) {
          expect(variance).toBeGreaterThan(0);
          expect(variance).toBeLessThanOrEqual(before[at]?.variance ?? 0);
        }
      }),
    );
  });

  it("what failed again and again is predicted to fail, for the pair that failed more than for others", () => {
    const beliefs = new Map<string, Belief>();
    const of = (context: RunContext) =>
      predictionKeys(context).map((key) => beliefs.get(idOf(key)) ?? unknownBelief(key));
    const happened = (context: RunContext, failed: boolean) => {
      const after = updatedBeliefs(of(context), failed);
      for (const [at, key] of predictionKeys(context).entries()) beliefs.set(idOf(key), after[at] as Belief);
    };
    for (let round = 0; round < 20; round += 1) {
      happened({ capability: "coder", family: "git" }, true);
      happened({ capability: "coder", family: "npm" }, false);
    }
    expect(predictionFrom(of({ capability: "coder", family: "git" })).probability).toBeGreaterThan(0.8);
    expect(predictionFrom(of({ capability: "coder", family: "npm" })).probability).toBeLessThan(0.2);
  });
});
