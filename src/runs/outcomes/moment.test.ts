import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTime } from "../../log/events/time.js";
import { momentIso, newestKnown, unknownTime } from "./moment.js";

describe("moments", () => {
  it("ISO text in any zone, milliseconds and a Date are read as one time", () => {
    expect(momentIso("at", 1_767_225_600_000)).toBe("2026-01-01T00:00:00.000Z");
    expect(momentIso("at", new Date(1_767_225_600_000))).toBe("2026-01-01T00:00:00.000Z");
    expect(momentIso("at", "2026-01-01T01:00:00+01:00")).toBe("2026-01-01T00:00:00.000Z");
  });

  it.each([
    "",
    "soon",
    "2026-01-01T00:00:00",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    8.64e15 + 1,
    new Date(Number.NaN),
  ])("trap 8: the time '%s' is refused by its name", (value) => {
    expect(() => momentIso("at", value)).toThrow(
      expect.objectContaining({ code: "invalid_input", field: "at" }),
    );
  });

  it("newestKnown compares times, not texts, and skips anything else", () => {
    expect(newestKnown([])).toBeUndefined();
    expect(newestKnown(["soon"])).toBeUndefined();
    const late = "2026-01-01T23:30:00-02:00";
    expect(newestKnown([late, "2026-01-02T01:00:00Z", "soon"])).toBe(late);
    const ms = fc.integer({ min: -1e12, max: 4e12 });
    fc.assert(
      fc.property(fc.array(ms, { minLength: 1 }), (all) => {
        expect(newestKnown(all.map(isoTime))).toBe(isoTime(Math.max(...all)));
      }),
    );
  });

  it("an unknown time is the oldest", () => {
    expect(unknownTime).toBe("1970-01-01T00:00:00.000Z");
  });
});
