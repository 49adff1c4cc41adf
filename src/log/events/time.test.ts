import { describe, expect, it } from "vitest";
import { epochMs, isoTime, isoWeek, readTime, weekSpan } from "./time.js";

const read = (text: string) => {
  const ms = readTime(text);
  return ms === undefined ? undefined : isoTime(ms);
};

describe("a time that a caller wrote", () => {
  it.each([
    ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
    ["2026-01-02T03:04Z", "2026-01-02T03:04:00.000Z"],
    ["2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05.123Z"],
    ["2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05.000Z"],
    ["2026-01-01T23:30:00-05:30", "2026-01-02T05:00:00.000Z"],
    ["2026-01-02", "2026-01-02T00:00:00.000Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ])("a time written as %s is read as %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    "",
    "now",
    "1767323045",
    "2026-01-02T03:04:05",
    "2026-01-02 03:04:05Z",
    "2026-02-30T00:00:00Z",
    "2026-02-30",
    "2026-13-01",
    "2026-01-02T25:00:00Z",
    "9999-12-31T23:59:59-01:00",
    "0000-01-01T00:00:00+01:00",
    "02.01.2026",
  ])("the text '%s' is not read as a time", (text) => {
    expect(readTime(text)).toBeUndefined();
  });
});

it("a time means the same however many others are read before it is read again", () => {
  const times = Array.from({ length: 2_500 }, (_, n) => isoTime(n * 86_400_123));
  const texts = ["no time", "2026-02-30", ...times, "2026-02-30", ...times.toReversed(), "no time"];
  expect(texts.map(epochMs)).toEqual(texts.map((text) => Date.parse(text)));
  expect(texts.map(readTime)).toEqual(
    texts.map((text) => (times.includes(text) ? Date.parse(text) : undefined)),
  );
});

it("what is no text is no time", () => {
  expect([undefined, null, {}].map((value) => epochMs(value as never))).toEqual([NaN, NaN, NaN]);
});

describe("the ISO week of a time", () => {
  it.each([
    ["2026-11-16T00:00:00.000Z", "2026-W47"],
    ["2026-11-15T23:59:59.999Z", "2026-W46"],
    ["2026-01-01T12:00:00.000Z", "2026-W01"],
    ["2027-01-01T12:00:00.000Z", "2026-W53"],
    ["2024-12-30T00:00:00.000Z", "2025-W01"],
    ["1969-12-31T00:00:00.000Z", "1970-W01"],
  ])("of %s is %s, and its span holds the time", (at, week) => {
    expect(isoWeek(at)).toBe(week);
    const { from = 0, to = 0 } = weekSpan(week) ?? {};
    expect(epochMs(at)).toBeGreaterThanOrEqual(from);
    expect(epochMs(at)).toBeLessThan(to);
  });

  it.each(["2026-W54", "2025-W53", "2026-W00", "2026-46", "soon"])("is none for %s", (week) => {
    expect(weekSpan(week)).toBeUndefined();
  });
});
