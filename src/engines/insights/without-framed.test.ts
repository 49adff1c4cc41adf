import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutFramed } from "./without-framed.js";

const patterns = "HISTORICAL PATTERNS";
const escalations = "RECENT ESCALATIONS";
const block = (role: string, ...lines: readonly string[]) =>
  [`=== ${patterns} (${role}) ===`, ...lines, `=== END ${patterns} ===`].join("\n");
const escalated = `=== ${escalations} ===\n- Close the handle [directive-1, 2026-03-01, violated 2x]\n=== END ${escalations} ===`;

describe("a prompt without what a frame marks", () => {
  it.each([
    ["before it", `${block("judge", "- a", "- b")}\n\nDo it.`, "Do it."],
    ["with nothing else", block("judge", "- a"), ""],
    ["without lines", `${block("judge")}\n\nDo it.`, "Do it."],
    ["with empty lines", `${block("judge", "", "- a", "")}\n\nDo it.`, "Do it."],
    ["twice", `${block("judge", "- a")}\n\n${block("coder", "- b")}\n\nDo it.`, "Do it."],
    ["in the middle", `Before.\n\n${block("judge", "- a")}\n\nAfter.`, "Before.\n\nAfter."],
    ["at the end", `Before.\n\n${block("judge", "- a")}`, "Before.\n\n"],
    ["with one line break behind it", `${block("judge", "- a")}\nDo it.`, "\nDo it."],
  ])("has lost the block %s", (_where, prompt, expected) => {
    expect(withoutFramed(prompt, patterns)).toBe(expected);
  });

  it("loses only the frame of that name, with or without a role", () => {
    const prompt = `${escalated}\n\n${block("architect", "- a")}\n\nPlan.`;
    expect(withoutFramed(prompt, escalations)).toBe(`${block("architect", "- a")}\n\nPlan.`);
    expect(withoutFramed(prompt, patterns)).toBe(`${escalated}\n\nPlan.`);
    expect(withoutFramed(withoutFramed(prompt, patterns), escalations)).toBe("Plan.");
  });

  it.each([
    ["a block without an end", `=== ${patterns} (judge) ===\n- a\n\nDo it.`],
    ["only an end", `- a\n=== END ${patterns} ===\nDo it.`],
    ["a heading between", `=== ${patterns} (judge) ===\n=== OTHER ===\n=== END ${patterns} ===`],
    ["the end of another", `=== ${patterns} (judge) ===\n- a\n=== END ${escalations} ===`],
    ["words about it", `Remove the === ${patterns} (judge) === block.`],
    ["other line ends", block("judge", "- a").replaceAll("\n", "\r\n")],
    ["a role over two lines", block("jud\nge", "- a")],
  ])("keeps %s", (_what, prompt) => {
    expect(withoutFramed(prompt, patterns)).toBe(prompt);
  });

  it("is any other prompt itself, byte for byte", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.stringMatching(/^- [a-z ]{0,20}$/), { maxLength: 4 }),
        (rest, lines) => {
          fc.pre(!rest.includes("==="));
          expect(withoutFramed(rest, patterns)).toBe(rest);
          expect(withoutFramed(`${block("judge", ...lines)}\n\n${rest}`, patterns)).toBe(rest);
        },
      ),
    );
  });

  it("is read to an answer even when it is hostile", () => {
    const start = `=== ${patterns} (a) ===\n`;
    for (const prompt of [
      start.repeat(20_000),
      start + "- x\n".repeat(200_000),
      `${start}${"=".repeat(500_000)}`,
    ])
      expect(withoutFramed(prompt, patterns)).toBe(prompt);
  });
});
