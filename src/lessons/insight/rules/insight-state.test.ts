import { describe, expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import { isoTime } from "../../../log/events/time.js";
import { type InsightEvidence, noEvidence, type Situation } from "./insight-evidence.js";
import { deprecationAt, stateOfInsight } from "./insight-state.js";

const { insights: settings } = defaults;
const idleMs = 180 * 86_400_000;
const used = Date.parse("2026-03-01T00:00:00.000Z");
const situation: Situation = { task: "bd-1", labels: [], folders: [] };
const seen = (changes: Partial<InsightEvidence> = {}): InsightEvidence => ({
  ...noEvidence(isoTime(used)),
  sightings: 1,
  successes: 1,
  situations: [situation],
  ...changes,
});
const state = (changes: Partial<InsightEvidence>, now = used) => stateOfInsight(seen(changes), now, settings);
const two = [situation, { ...situation, task: "bd-2" }];

describe("the state of an insight", () => {
  it.each([
    ["observed", "one sighting", {}],
    ["candidate", "two sightings", { sightings: 2 }],
    ["candidate", "many sightings in one situation", { sightings: 99 }],
    ["verified", "two situations", { sightings: 2, situations: two }],
    ["active", "a person's word", { promoted: true }],
    ["observed", "echoes alone", { sightings: 0, echoes: 9, successes: 0, situations: [] }],
    ["observed", "successes alone", { successes: 9, reinforcements: 9 }],
  ] as const)("an insight is %s by %s", (expected, _by, changes) => {
    expect(state(changes)).toBe(expected);
  });

  it.each([
    {},
    { sightings: 2 },
    { situations: two },
    { promoted: true },
    { reinforcements: 3, successes: 4 },
  ])("an insight is deprecated at 180 idle days and not a millisecond before: %o", (changes) => {
    const before = state(changes);
    expect(before).not.toBe("deprecated");
    expect(state(changes, used + idleMs - 1)).toBe(before);
    expect(state(changes, used + idleMs)).toBe("deprecated");
  });

  it("an earlier deprecation holds, whatever other evidence there is", () => {
    const deprecated = { by: "ageing", reason: "r", at: isoTime(used) } as const;
    expect(state({ deprecated, promoted: true, situations: two })).toBe("deprecated");
    expect(deprecationAt(seen({ deprecated }), used + idleMs, settings)).toBe(deprecated);
  });

  it("a deprecated insight carries its reason", () => {
    expect(deprecationAt(seen(), used + idleMs, settings)).toMatchObject({
      by: "unused",
      reason: "unused for 180 days",
    });
    expect(deprecationAt(seen(), used, settings)).toBeNull();
  });
});
