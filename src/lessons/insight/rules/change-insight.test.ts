import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import { dayMs, epochMs, isoTime } from "../../../log/events/time.js";
import {
  addRunEnd,
  addSighting,
  age,
  type Confirmation,
  deprecate,
  penalise,
  penaltyFor,
  reinforce,
  type Sighting,
  settled,
} from "./change-insight.js";
import { type InsightEvidence, noEvidence } from "./insight-evidence.js";
import { isImmune, scoreInsight } from "./insight-score.js";
import { stateOfInsight } from "./insight-state.js";

const { insights: settings } = defaults;
const start = Date.parse("2026-03-01T00:00:00.000Z");
const day = (days: number, ms = 0) => isoTime(start + days * dayMs + ms);
const sighting = (changes: Partial<Sighting> = {}): Sighting => ({
  at: day(0),
  deliberation: changes.run ?? "run-1",
  echo: false,
  task: "bd-1",
  run: "run-1",
  labels: ["bug"],
  files: ["src/a.ts"],
  ...changes,
});
const seen = (...sightings: readonly Partial<Sighting>[]): InsightEvidence =>
  [{}, ...sightings].reduce(
    (evidence: InsightEvidence, changes, index) =>
      addSighting(evidence, sighting({ run: `run-${index + 1}`, ...changes }), settings),
    noEvidence(day(0)),
  );
const state = (evidence: InsightEvidence, at = day(0)) => stateOfInsight(evidence, epochMs(at), settings);
const times = <T>(count: number, from: T, step: (value: T) => T): T =>
  Array.from({ length: count }).reduce<T>((value) => step(value), from);
const confirmation = (at: string, changes: Partial<Confirmation> = {}): Confirmation => ({
  at,
  deliberation: "judged",
  task: "bd-1",
  labels: ["bug"],
  files: ["src/a.ts"],
  vouched: true,
  ...changes,
});
const confirmed = (evidence: InsightEvidence, at: string, changes: Partial<Confirmation> = {}) =>
  reinforce(evidence, confirmation(at, changes), settings);
const reinforced = (count: number, from = seen(), at = day(0)) =>
  times(count, from, (each) => confirmed(each, at));
const refuted = (
  evidence: InsightEvidence,
  at: string,
  { role = "judge", unearned = false, deliberation = "run-1" } = {},
) => penalise(evidence, { role, at, unearned, deliberation }, settings);
const aged = (count: number, from = seen(), at = day(0)) =>
  times(count, from, (each) => age(each, at, settings));

describe("a sighting", () => {
  it("the first sighting counts as one success, and each later one as one more", () => {
    expect(seen()).toMatchObject({ sightings: 1, successes: 1, echoes: 0 });
    expect(seen({}, {})).toMatchObject({ sightings: 3, successes: 3 });
  });

  it.each([
    ["of what had been shown", { echo: true, run: "run-9" }],
    ["in the same run", { run: "run-1" }],
    ["of what had been shown, without a run", { echo: true, run: undefined }],
  ])("an echo changes nothing but the count of echoes: %s", (_what, changes) => {
    const before = seen();
    const after = addSighting(
      before,
      sighting({ task: "bd-2", labels: ["x"], at: day(3), ...changes }),
      settings,
    );
    expect(after).toEqual({ ...before, echoes: 1, lastSaidAt: day(3) });
  });

  it("a sighting without a run always counts", () => {
    expect(seen({ run: undefined }, { run: undefined }).sightings).toBe(3);
  });

  it("a sighting counts as a use and restarts the ageing", () => {
    const old = aged(9);
    expect(addSighting(old, sighting({ run: "run-2", at: day(5) }), settings)).toMatchObject({
      ageing: 0,
      lastUsedAt: day(5),
    });
    expect(addSighting(old, sighting({ echo: true, at: day(5) }), settings)).toMatchObject({
      ageing: 9,
      lastUsedAt: day(0),
    });
  });

  it("a late sighting does not turn the clock back", () => {
    expect(
      addSighting(seen({ at: day(9) }), sighting({ run: "run-3", at: day(4) }), settings).lastUsedAt,
    ).toBe(day(9));
  });

  it("the second sighting makes a candidate", () => {
    expect(state(seen())).toBe("observed");
    expect(state(seen({}))).toBe("candidate");
  });

  it.each([
    ["another task with other labels", { task: "bd-2", labels: ["auth"] }, "verified"],
    ["another task in another folder", { task: "bd-2", files: ["lib/a.ts"] }, "verified"],
    ["the same task with other labels and folders", { labels: ["auth"], files: ["lib/a.ts"] }, "candidate"],
    ["another task with the same labels and folders", { task: "bd-2" }, "candidate"],
    ["another task and another file of the same folder", { task: "bd-2", files: ["src/b.ts"] }, "candidate"],
    ["no task", { task: undefined, labels: ["auth"] }, "candidate"],
    ["another task with the same labels, once more", { task: "bd-2", labels: ["bug", "bug"] }, "candidate"],
  ] as const)("a sighting verifies an insight only in another situation: %s", (_what, changes, expected) => {
    expect(state(seen(changes))).toBe(expected);
  });

  it("labels are compared as a set", () => {
    const both = { task: "bd-1", labels: ["a", "b"], run: "run-8" };
    const evidence = addSighting(noEvidence(day(0)), sighting(both), settings);
    expect(
      addSighting(evidence, sighting({ task: "bd-2", labels: ["b", "a"], run: "run-9" }), settings)
        .situations,
    ).toHaveLength(1);
  });

  it("no more situations are kept than verify an insight", () => {
    const contexts = [
      { task: "bd-1", labels: ["a"] },
      { task: "bd-2", labels: ["b"] },
      { task: "bd-2", labels: ["c"] },
      { task: "bd-3", labels: ["c"] },
    ];
    const counts: number[] = [];
    contexts.reduce(
      (evidence, changes, index) => {
        const next = addSighting(evidence, sighting({ ...changes, run: `run-${index}` }), settings);
        counts.push(next.situations.length);
        return next;
      },
      noEvidence(day(0)),
    );
    expect(counts).toEqual([1, 2, 2, 2]);
  });

  it("a row stays small over a long life", () => {
    const evidence = times(200, seen(), (each) =>
      addSighting(
        each,
        sighting({
          run: `r-${each.sightings}`,
          labels: [`l-${each.sightings}`],
          files: [`f-${each.sightings}/a.ts`],
          phase: `p-${each.sightings}`,
        }),
        settings,
      ),
    );
    expect(evidence.sightings).toBe(201);
    expect(JSON.stringify(evidence).length).toBeLessThan(3_000);
    expect(evidence.labels.at(-1)).toBe("l-200");
  });
});

describe("a penalty", () => {
  it.each([
    ["sentinel", 1.5],
    ["inspector", 1.5],
    ["judge", 1],
    ["auditor", 1],
    ["curator", 1],
    ["lens", 1],
  ])("a penalty weighs by the role that made the claim: %s", (role, weight) => {
    expect(penaltyFor(role, settings)).toBe(weight);
    expect(refuted(seen(), day(1), { role })).toMatchObject({
      ignores: 1,
      ignoreWeight: weight,
      penalisedAt: day(1),
      regressedAt: null,
      lastUsedAt: day(0),
    });
  });

  it.each([
    [2, false],
    [3, true],
    [4, true],
  ])("a penalty after %i reinforcements is a regression: %s", (count, regressed) => {
    const after = refuted(reinforced(count), day(1));
    expect(after.regressedAt).toBe(regressed ? day(1) : null);
    expect(after.reinforcements).toBe(regressed ? 0 : count);
    expect(isImmune(after, settings)).toBe(false);
  });

  it("a severe role is found in any case of letters", () => {
    const severe = { ...settings, severeRoles: ["Judge", "LENS"] };
    expect(["judge", "lens", "sentinel"].map((role) => penaltyFor(role, severe))).toEqual([1.5, 1.5, 1]);
  });

  it.each([
    ["earned elsewhere stays", seen({}, {}), false, 3],
    ["of the refuted words is taken back", seen({}, {}), true, 2],
    ["is never taken back below the first sight", seen(), true, 1],
    ["of an echo alone stays at nothing", { ...seen(), sightings: 0, successes: 0 }, true, 0],
  ])("a penalty treats successes by their source: a success %s", (_what, before, unearned, successes) => {
    expect(refuted(before, day(1), { unearned })).toMatchObject({ successes, ignores: 1, ignoreWeight: 1 });
  });

  it("a penalty that is repeated lowers an insight below what is shown", () => {
    const rates = Array.from({ length: 20 }, (_, count) => {
      const stubborn = times(count, seen(), (each) => {
        const again = addSighting(each, sighting({ run: `again-${each.ignores}` }), settings);
        return refuted(again, day(0), { unearned: true });
      });
      return scoreInsight(stubborn, "observation", 0, start, settings).score;
    });
    expect(rates).toEqual(Array.from({ length: 20 }, (_, count) => 1 / (1 + count)));
    expect(rates.at(-1)).toBeLessThan(settings.dropBelowScore);
  });

  it("a second regression keeps the moment of the first", () => {
    const twice = refuted(refuted(reinforced(3), day(1)), day(2));
    expect(twice).toMatchObject({ regressedAt: day(1), penalisedAt: day(2), ignores: 2 });
  });
});

describe("a reinforcement", () => {
  it("a reinforcement counts as a success, a sighting and a use, and restarts the ageing", () => {
    expect(confirmed(aged(9), day(4))).toMatchObject({
      successes: 2,
      sightings: 2,
      reinforcements: 1,
      ageing: 0,
      lastUsedAt: day(4),
    });
  });

  it.each([
    ["another task with other labels", { task: "bd-2", labels: ["auth"] }, "verified"],
    ["another task in another folder", { task: "bd-2", files: ["lib/a.ts"] }, "verified"],
    ["the same task with other labels and folders", { labels: ["auth"], files: ["lib/a.ts"] }, "candidate"],
    ["another task with the same labels and folders", { task: "bd-2" }, "candidate"],
    ["no task", { task: undefined, labels: ["auth"] }, "candidate"],
  ] as const)(
    "a reinforcement counts as a sighting in the situation that confirmed it: %s",
    (_what, changes, expected) => {
      expect(state(confirmed(seen(), day(0), changes))).toBe(expected);
    },
  );

  it("a reinforcement verifies an insight that is always shown and so is only ever repeated", () => {
    const shown = (evidence: InsightEvidence) =>
      addSighting(evidence, sighting({ echo: true, run: "run-9", task: "bd-2", labels: ["auth"] }), settings);
    expect(state(times(9, seen(), shown))).toBe("observed");
    expect(state(confirmed(shown(seen()), day(0), { task: "bd-2", labels: ["auth"] }))).toBe("verified");
  });

  it("a reinforcement of what was said unprompted counts no second sighting of the same deliberation", () => {
    const said = addSighting(seen(), sighting({ run: "run-2", deliberation: "judged" }), settings);
    expect(confirmed(said, day(0))).toMatchObject({ sightings: 2, successes: 3, reinforcements: 1 });
  });

  it("a late reinforcement does not turn the clock back", () => {
    expect(confirmed(seen({ at: day(9) }), day(4)).lastUsedAt).toBe(day(9));
  });

  it("the third reinforcement makes an insight immune", () => {
    const worth = (count: number) =>
      scoreInsight(reinforced(count), "observation", 0, start + 14 * dayMs, settings).score;
    expect(worth(2)).toBe(Math.exp(-1));
    expect(worth(3)).toBe(1);
  });

  it("a regression is cleared by the number of reinforcements that make immune, and not sooner", () => {
    const regressed = refuted(reinforced(5), day(1));
    const states = [1, 2, 3].map((count) => reinforced(count, regressed, day(2)));
    expect(states.map((each) => each.regressedAt)).toEqual([day(1), day(1), null]);
    expect(states.map((each) => isImmune(each, settings))).toEqual([false, false, true]);
    expect(refuted(states[2] ?? regressed, day(3)).regressedAt).toBe(day(3));
  });
});

describe("ageing", () => {
  it("the tenth ageing step deprecates an insight, and the ninth does not", () => {
    expect(state(aged(9))).toBe("observed");
    expect(aged(10)).toMatchObject({ ageing: 10, deprecated: { by: "ageing", at: day(0) } });
    expect(state(aged(10))).toBe("deprecated");
  });

  it("an ageing step does not count as a use, so idle time continues", () => {
    expect(aged(1, seen(), day(9)).lastUsedAt).toBe(day(0));
  });

  it.each([
    ["a person promoted", { ...seen(), promoted: true }],
    ["is immune", reinforced(3)],
    ["was refuted more often than it held", refuted(refuted(seen(), day(0)), day(0))],
  ])("an insight does not age that %s", (_what, evidence) => {
    expect(aged(10, evidence)).toMatchObject({ ageing: 0, deprecated: null });
  });
});

describe("a deprecated insight", () => {
  const idle = seen({ task: "bd-2", labels: ["auth"] });

  it.each([
    ["a millisecond before 180 days", -1, "verified"],
    ["at 180 days", 0, "deprecated"],
  ])("an insight is judged by its idle time %s when it is seen again", (_when, ms, expected) => {
    const again = addSighting(idle, sighting({ run: "run-9", at: day(180, ms) }), settings);
    expect(state(again, day(180, ms))).toBe(expected);
    expect(state(again, day(181))).toBe(expected);
  });

  it.each(["penalty", "ageing", "outcome", "echo", "settling"] as const)(
    "a deprecation by time becomes permanent with a later %s",
    (what) => {
      const at = day(200);
      const after = {
        penalty: () => refuted(idle, at),
        ageing: () => age(idle, at, settings),
        outcome: () => addRunEnd(idle, "held", undefined, at, settings),
        echo: () => addSighting(idle, sighting({ echo: true, at }), settings),
        settling: () => settled(idle, at, settings),
      }[what]();
      expect(after.deprecated).toMatchObject({ by: "unused" });
    },
  );

  it.each([
    ["time", idle, day(200)],
    ["ageing", aged(10, idle), day(1)],
  ])(
    "an insight deprecated by %s returns as a candidate by a reinforcement, with its record and without its promotion",
    (_by, old, at) => {
      const back = confirmed({ ...old, promoted: true, ignores: 1, ignoreWeight: 1.5 }, at);
      expect(state(back, at)).toBe("candidate");
      expect(back).toMatchObject({
        promoted: false,
        deprecated: null,
        situations: [{ task: "bd-1", labels: ["bug"], folders: ["src"] }],
        successes: old.successes + 1,
        ignores: 1,
        ignoreWeight: 1.5,
        reinforcements: 1,
        ageing: 0,
        lastUsedAt: at,
      });
    },
  );

  it("a deprecated insight returns as a candidate even if it was seen only once", () => {
    expect(state(confirmed(aged(10), day(1)), day(1))).toBe("candidate");
  });

  it("a deprecation by a person stays, whatever evidence follows", () => {
    const gone = deprecate({ ...idle, promoted: true }, { by: "person", reason: "wrong", at: day(1) });
    expect(gone).toMatchObject({
      promoted: false,
      deprecated: { by: "person", reason: "wrong", at: day(1) },
    });
    const praised = reinforced(9, addSighting(gone, sighting({ run: "run-9" }), settings), day(2));
    expect(praised.deprecated).toEqual(gone.deprecated);
    expect(state(praised, day(2))).toBe("deprecated");
  });

  it("an insight that aged out keeps that reason as more time passes", () => {
    expect(settled(aged(10), day(400), settings).deprecated).toMatchObject({ by: "ageing" });
  });
});

describe("the end of a run", () => {
  const scored = (
    evidence: InsightEvidence,
    result: "held" | "failed" | undefined,
    instead?: "held" | "failed",
  ) => addRunEnd(evidence, result, instead, day(1), settings);

  it("the end of a run is counted apart, and is neither a success, a rejection nor a use", () => {
    expect(scored(scored(seen(), "held"), "failed")).toEqual({ ...seen(), outcomes: { held: 1, failed: 1 } });
  });

  it("the end of a run replaces the earlier end of the same run", () => {
    expect(scored(scored(seen(), "held"), "failed", "held").outcomes).toEqual({ held: 0, failed: 1 });
    expect(scored(scored(seen(), "failed"), "held", "failed").outcomes).toEqual({ held: 1, failed: 0 });
    expect(scored(seen(), "held", "held").outcomes).toEqual({ held: 0, failed: 0 });
    expect(scored(scored(seen(), "failed"), undefined, "failed").outcomes).toEqual({ held: 0, failed: 0 });
  });

  it("the counts of run ends never fall below zero", () => {
    expect(scored(seen(), "failed", "held").outcomes).toEqual({ held: 0, failed: 1 });
  });
});

describe("what a refuted sighting leaves", () => {
  it("a refuted sighting leaves count and recency as if it had not been", () => {
    const step = fc.record({ days: fc.integer({ min: 1, max: 20 }), refute: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 10 }), (steps) => {
        let evidence = noEvidence(day(0));
        let now = 0;
        const kept = [0];
        for (const [index, { days, refute }] of [{ days: 0, refute: false }, ...steps].entries()) {
          now += days;
          const run = `run-${index}`;
          evidence = addSighting(evidence, sighting({ run, deliberation: run, at: day(now) }), settings);
          if (refute) evidence = refuted(evidence, day(now, 1), { unearned: true, deliberation: run });
          else kept.push(now);
        }
        expect(evidence.lastUsedAt).toBe(day(Math.max(...kept)));
        expect(evidence.successes).toBe(kept.length - 1);
        expect(evidence.ignores).toBe(steps.length + 1 - evidence.successes);
      }),
    );
  });
});
