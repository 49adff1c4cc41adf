import { describe, expect, it } from "vitest";
import { day, start } from "./random-outcomes.contract.js";
import { isStale } from "./stale.js";

const overlay = { updatedAt: "2026-01-01T00:00:00.000Z" };

describe("a stale overlay", () => {
  it.each([
    ["at once", start, false],
    ["after 30 days", start + 30 * day, false],
    ["a moment later", start + 30 * day + 1, true],
    ["before its evidence", start - day, false],
    ["as ISO text", "2026-02-01T00:00:00Z", true],
  ])("%s", (_when, now, stale) => {
    expect(isStale(overlay, now)).toBe(stale);
  });

  it("trap 8: an age that cannot be told is stale, and a now that is no time is refused", () => {
    expect(isStale({ updatedAt: "" }, start)).toBe(true);
    expect(() => isStale(overlay, Number.NaN)).toThrow(expect.objectContaining({ field: "now" }));
  });
});
