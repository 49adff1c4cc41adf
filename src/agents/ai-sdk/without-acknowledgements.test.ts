import { expect, it } from "vitest";
import { withoutAcknowledgements } from "./without-acknowledgements.js";

it.each([
  ["no line", "Done.\n", "Done.\n"],
  ["a line at the end", "Done.\n\nKNOWLEDGE_APPLIED:a1b2c3d4\n", "Done."],
  ["lines in a list", "- **KNOWLEDGE_N_A:a1b2c3d4 reason=no SQL**\nDone.", "Done."],
  ["a line in a code fence", "```\nKNOWLEDGE_APPLIED:a1b2c3d4\n```", "```\nKNOWLEDGE_APPLIED:a1b2c3d4\n```"],
  [
    "a word in a sentence",
    "I wrote KNOWLEDGE_APPLIED:a1b2c3d4 there.",
    "I wrote KNOWLEDGE_APPLIED:a1b2c3d4 there.",
  ],
])("an answer for people has no acknowledgement lines: %s", (_what, answer, shown) => {
  expect(withoutAcknowledgements(answer)).toBe(shown);
});
