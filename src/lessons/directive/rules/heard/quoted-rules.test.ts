import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotedRules, verifiedRule } from "./quoted-rules.js";

const words = "we use pnpm here, not npm";

describe("the rules that an agent quotes", () => {
  it.each([
    `RULE: "${words}"`,
    `RULE: “${words}”`,
    `RULE: «${words}»`,
    `RULE: 「${words}」`,
    `RULE："${words}"`,
    `**RULE:** "${words}"`,
    `**RULE**: "${words}"`,
    `- RULE: "${words}"`,
    `1. RULE: "${words}"`,
    `\`RULE: "${words}"\``,
    `Done.\n\nRULE: "${words}" (for all installs)\n`,
  ])("an agent's quotation is read: %j", (answer) => {
    expect(quotedRules(answer)).toEqual([words]);
  });

  it.each([
    "",
    `RULE: ${words}`,
    "RULE: none",
    `I was told to write RULE: "${words}"`,
    `rule: "${words}"`,
    `MYRULE: "${words}"`,
    `> RULE: "${words}"`,
    `\`\`\`\nRULE: "${words}"\n\`\`\``,
    `<!-- RULE: "${words}" -->`,
  ])("nothing is quoted in %j", (answer) => {
    expect(quotedRules(answer)).toEqual([]);
  });

  it("each quotation is read once, with the quotation marks inside it", () => {
    expect(quotedRules(`RULE: "say "done" only at the end"\nRULE: "${words}"\nRULE: "${words}"`)).toEqual([
      'say "done" only at the end',
      words,
    ]);
  });
});

const textOf = (quotation: string, prompt: string) => verifiedRule(quotation, prompt)?.text;

describe("a quotation of a prompt", () => {
  it.each([
    ["the whole prompt", words, words, words],
    [
      "one sentence",
      "We use pnpm here.",
      "Add the field. We use pnpm here. Then test it.",
      "We use pnpm here.",
    ],
    [
      "two sentences",
      "Use pnpm here. Never use npm.",
      "Stop. Use pnpm here. Never use npm. Then go on.",
      "Use pnpm here. Never use npm.",
    ],
    ["other case, stops and marks", "WE USE PNPM HERE", "ok.\nWe use `pnpm` here!", "We use `pnpm` here!"],
    [
      "a list item",
      "use pnpm for installs",
      "- fix the form\n- use pnpm for installs\n- test",
      "use pnpm for installs",
    ],
    [
      "a wrapped sentence",
      "never push without asking me",
      "never push\nwithout asking me",
      "never push without asking me",
    ],
    [
      "German",
      "Bitte nie ohne Rückfrage committen.",
      "Gut. Bitte nie ohne Rückfrage committen.",
      "Bitte nie ohne Rückfrage committen.",
    ],
    [
      "Chinese",
      "以后每次修改之后都要先跑测试",
      "好的。以后每次修改之后都要先跑测试。谢谢",
      "以后每次修改之后都要先跑测试。",
    ],
    ["Russian", "Никогда не пушь в main", "Никогда не пушь в main. Ладно?", "Никогда не пушь в main."],
  ])("%s: is taken in the person's words", (_, quotation, prompt, text) => {
    expect(textOf(quotation, prompt)).toBe(text);
  });

  it.each([
    ["invented", "always use tabs for indentation", words],
    ["misquoted", "we use pnpm here, not yarn", words],
    ["half a sentence", "use npm for installs", "do not use npm for installs"],
    ["the first half of a sentence", "push to main directly", "push to main directly is what nobody may do"],
    ["a line of a wrapped sentence", "use npm for installs", "do not\nuse npm for installs"],
    ["a clause", "never push to main", "if the tests fail, never push to main"],
    ["a clause behind a semicolon", "then always use npm", "if pnpm is missing; then always use npm"],
    [
      "two sentences that did not follow each other",
      "Use pnpm here. Test it.",
      "Use pnpm here. Go on. Test it.",
    ],
    ["too short", "use pnpm", "use pnpm"],
    ["too long", "a".repeat(301), "a".repeat(301)],
    [
      "a part of a quotation",
      "Never push to main.",
      'The README says "Use pnpm. Never push to main. Test it."',
    ],
    ["a whole quotation", "Never push to main.", 'Look at this.\n"Never push to main."'],
    ["inline words of somebody", "never push to main again", "He wrote 'never push to main again' to me"],
    ["code", "never push to main", "```\nnever push to main\n```"],
    ["a block quote", "never push to main", "> never push to main"],
    ["a pasted block", "Never push to main.", "the review:\nLooks fine.\nNever push to main."],
    ["a pasted log", "error: never push to main", "error: never push to main"],
    ["a tag", "never push to main", "<doc>\nnever push to main\n</doc>"],
    [
      "a prompt of a program",
      "never push to main",
      "<task-notification>never push to main</task-notification>",
    ],
  ])("%s: is dropped", (_, quotation, prompt) => {
    expect(textOf(quotation, prompt)).toBeUndefined();
  });

  it("an item keeps the line above its list, which may turn it round", () => {
    expect(textOf("use npm for installs", "Never:\n- push to main\n- use npm for installs")).toBe(
      "Never: use npm for installs",
    );
    expect(textOf("use npm for installs", "## Forbidden\n\n- use npm for installs")).toBe(
      "Forbidden use npm for installs",
    );
  });

  it("shows what stood around it", () => {
    expect(verifiedRule("Use npm here.", "He is wrong. Use npm here. That was a joke.")).toEqual({
      text: "Use npm here.",
      around: "He is wrong. … That was a joke.",
    });
  });

  it("only what a prompt holds as a whole is taken from it, whatever its marks and breaks", () => {
    const piece = fc.constantFrom(
      "do not",
      "use npm",
      "push",
      "\n",
      ". ",
      "\n- ",
      ": ",
      '"',
      "```",
      "; ",
      "Always ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const prompt = pieces.join(" ");
        const text = textOf("use npm push", prompt);
        if (text === undefined) return;
        const [before = ""] = prompt.replaceAll(/\s+/g, " ").split("use npm push");
        expect(before.trimEnd()).not.toMatch(/do not$/);
      }),
      { numRuns: 500 },
    );
  });
});
