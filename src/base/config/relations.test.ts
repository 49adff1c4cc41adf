import { describe, expect, it } from "vitest";
import { WhetstoneError } from "../errors.js";
import { loadConfig } from "./load.js";
import { relations } from "./relations.js";

/** For each relation, written by hand, assignments that break it and no other. */
const breaking: Readonly<Record<string, readonly string[]>> = {
  "outcomes.fastBelowMs ≤ outcomes.slowAboveMs": ["outcomes.fastBelowMs=9", "outcomes.slowAboveMs=8"],
  "strategies.provenHarmfulRatioBelow ≤ strategies.deprecatedHarmfulRatioAbove": [
    "strategies.provenHarmfulRatioBelow=0.4",
  ],
  "failurePatterns.initialConfidence ≤ failurePatterns.highestConfidence": [
    "failurePatterns.initialConfidence=0.96",
  ],
  "policy.riskyBelowScore ≤ policy.trustedAboveScore": ["policy.riskyBelowScore=0.95"],
  "policy.fewerRetries ≤ policy.usualRetries": ["policy.fewerRetries=3"],
  "reliability.successWeight + reliability.retryWeight + reliability.qualityWeight = 1": [
    "reliability.qualityWeight=0.1",
  ],
};

const names = relations.flatMap((relation) =>
  "ascending" in relation
    ? relation.ascending.slice(1).map((path, before) => `${relation.ascending[before]} ≤ ${path}`)
    : [`${relation.sumToOne.join(" + ")} = 1`],
);

describe("relations between settings", () => {
  it("every relation has a case here that breaks it, and every case has its relation", () => {
    expect([...names].sort()).toEqual(Object.keys(breaking).sort());
  });

  it.each(Object.entries(breaking))("loading refuses what breaks %s", (name, set) => {
    const refused = () => loadConfig({ set });
    expect(refused).toThrow(WhetstoneError);
    expect(refused).toThrow(
      name.endsWith("= 1") ? "must add up to 1" : "must each be at least the one before",
    );
    for (const path of name.match(/\w+\.\w+/g) ?? []) expect(refused).toThrow(path);
  });

  it("equal neighbours, and weights that add up to 1 but for rounding, are accepted", () => {
    const equal = ["outcomes.fastBelowMs=9", "outcomes.slowAboveMs=9"];
    const weights = ["success=0.7", "retry=0.2", "quality=0.1"].map(
      (each) => `reliability.${each.replace("=", "Weight=")}`,
    );
    const { outcomes, reliability } = loadConfig({ set: [...equal, ...weights] }).config;
    expect([outcomes.slowAboveMs, reliability.successWeight]).toEqual([9, 0.7]);
  });
});
