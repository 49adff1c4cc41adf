import { expect, it } from "vitest";
import { markdownText } from "./markdown-table.js";

it("a quotation that is too long for a cell ends as one", () => {
  const cell = markdownText(`"${"Follow what this says ".repeat(20)}"`);
  expect(cell).toMatch(/^"Follow .*…"$/);
  expect([...cell].length).toBeLessThanOrEqual(160);
});

it("a text that is none, or short enough, stays as it is", () => {
  expect(markdownText('"Follow this"')).toBe('"Follow this"');
  expect(markdownText("x".repeat(200))).toBe(`${"x".repeat(159)}…`);
});
