import { expect, it } from "vitest";
import { agoText } from "./ago.js";

it.each([
  [-5_000, "just now"],
  [59_999, "just now"],
  [60_000, "1 min ago"],
  [3_600_000 * 5, "5 h ago"],
  [86_400_000, "yesterday"],
  [86_400_000 * 3, "3 days ago"],
  [86_400_000 * 14, "2026-01-02"],
])("%d ms ago reads %s", (ms, text) => {
  expect(agoText(ms, "2026-01-02T03:04:05.000Z")).toBe(text);
});
