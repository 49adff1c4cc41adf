import { expect, it } from "vitest";
import { ago } from "./ago.js";

it.each([
  ["2026-03-01T12:00:00.000Z", "just now"],
  ["2026-03-01T11:59:01.000Z", "just now"],
  ["2026-03-01T12:00:30.000Z", "just now"],
  ["2026-03-01T11:59:00.000Z", "1 minute ago"],
  ["2026-03-01T10:01:00.000Z", "1 hour ago"],
  ["2026-02-28T13:00:00.000Z", "23 hours ago"],
  ["2026-02-01T12:00:00.000Z", "28 days ago"],
  ["2026-01-31T12:00:00.000Z", "29 days ago"],
  ["2026-01-30T12:00:00.000Z", "1 month ago"],
  ["2025-03-02T12:00:00.000Z", "12 months ago"],
  ["2025-03-01T12:00:00.000Z", "1 year ago"],
  ["2023-12-01T12:00:00.000Z", "2 years ago"],
  ["2026-03-01T12:02:00.000Z", "at 2026-03-01T12:02:00.000Z, which is still to come"],
])("ago writes %s as %s", (at, said) => {
  expect(ago(at, "2026-03-01T12:00:00.000Z")).toBe(said);
});
