import { expect, it } from "vitest";
import { defaults } from "../../config/settings.js";
import { shouldEscalate } from "./escalation.js";

const day = 86_400_000;
const now = 1_000 * day;
const ago = (days: number, run: string) => ({ at: now - days * day, run });

it.each([
  ["none", [], false],
  ["one", [ago(1, "r1")], false],
  ["two in two runs", [ago(1, "r1"), ago(2, "r2")], true],
  ["two in one run", [ago(1, "r1"), ago(2, "r1")], false],
  ["three in two runs", [ago(1, "r1"), ago(2, "r1"), ago(3, "r2")], true],
  ["one of them on the last day", [ago(30, "r1"), ago(0, "r2")], true],
  ["one of them too old", [ago(30.001, "r1"), ago(0, "r2")], false],
  ["one by a clock that is ahead", [ago(-1, "r1"), ago(2, "r2")], true],
  ["one without a time", [{ at: Number.NaN, run: "r1" }, ago(2, "r2")], false],
])("violations escalate a directive, or not, as expected: %s", (_, violations, expected) => {
  expect(shouldEscalate(violations, now, defaults.directives)).toBe(expected);
});

it("escalation takes its number of violations from the settings", () => {
  const settings = { escalateAfterViolations: 1, escalateWithinDays: 1 };
  expect(shouldEscalate([ago(0.5, "r1")], now, settings)).toBe(true);
  expect(shouldEscalate([ago(2, "r1")], now, settings)).toBe(false);
});
