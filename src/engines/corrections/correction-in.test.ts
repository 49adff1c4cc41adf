import { describe, expect, it } from "vitest";
import { firstForms, laterForms } from "./corpus/forms-of-complaint.contract.js";
import { lasting, passing } from "./corpus/prompts.contract.js";
import {
  laterLasting,
  laterPassing,
  unseenLasting,
  unseenPassing,
} from "./corpus/unseen-prompts.contract.js";
import {
  otherTongues,
  secondLasting,
  secondPassing,
  thirdLasting,
  thirdPassing,
  variedLasting,
  variedPassing,
} from "./corpus/varied-prompts.contract.js";
import { type Before, correctionsIn, refusalsIn } from "./correction-in.js";

const correctionIn = (prompt: string, before: Before = {}) => correctionsIn(prompt, before)[0];

describe("correctionsIn", () => {
  it("finds the lasting rules of the corpus, and next to nothing in its look-alikes", () => {
    const found = lasting.filter((prompt) => correctionIn(prompt)?.lasting === true);
    const wrong = passing.filter((prompt) => correctionIn(prompt)?.lasting === true);
    expect(found.length / (found.length + wrong.length)).toBeGreaterThanOrEqual(0.97);
    expect(found.length / lasting.length).toBeGreaterThanOrEqual(0.9);
  });

  /**
   * The tables had not seen these prompts: of the first 30 rules they found 11 and took none of the 30 others for
   * one; mended by these, they found 7 of 20 later ones and took 4 of 20 others, made to look alike, for rules.
   */
  it("reaches beyond the prompts that its tables were made from", () => {
    const isLasting = (prompt: string) => correctionIn(prompt)?.lasting === true;
    expect(unseenLasting.filter(isLasting).length).toBeGreaterThanOrEqual(27);
    expect(unseenPassing.filter(isLasting)).toEqual([]);
    expect(laterLasting.filter(isLasting).length).toBeGreaterThanOrEqual(12);
    expect(laterPassing.filter(isLasting)).toEqual([]);
  });

  /**
   * Rules in the words of talk, each set written before the tables were tried on it: at the first try 1 of 30, 5 of
   * 20 and 0 of 20 were found, 2 of the others of each set were taken for rules, and 1 of 12 in other languages was
   * found. The tables were mended by the first two sets and by a part of the third.
   */
  it("finds rules in the words of talk, and none in prompts that only sound like them", () => {
    const isLasting = (prompt: string) => correctionIn(prompt)?.lasting === true;
    expect(variedLasting.filter(isLasting).length).toBeGreaterThanOrEqual(26);
    expect(secondLasting.filter(isLasting).length).toBeGreaterThanOrEqual(17);
    expect(thirdLasting.filter(isLasting).length).toBeGreaterThanOrEqual(8);
    expect(otherTongues.lasting.filter(isLasting)).toHaveLength(12);
    expect(
      [...variedPassing, ...secondPassing, ...thirdPassing, ...otherTongues.passing].filter(isLasting),
    ).toEqual([]);
  });

  /**
   * Each form was written before the tables were tried on it: at the first try they found 14 of the first
   * 182 and took none of the 182 others for a rule; mended by these, they found 71 of the 90 later ones and
   * took 2 of 90 others.
   */
  it.each(Object.entries(firstForms))(
    "finds what people ask for in the form of a %s, and nothing in its look-alikes",
    (form, first) => {
      const isLasting = (prompt: string) => correctionIn(prompt)?.lasting === true;
      const later = laterForms[form] ?? { lasting: [], passing: [] };
      expect([...first.passing, ...later.passing].filter(isLasting)).toEqual([]);
      expect(first.lasting.filter(isLasting).length / first.lasting.length).toBeGreaterThanOrEqual(0.9);
      expect(later.lasting.filter(isLasting).length / later.lasting.length).toBeGreaterThanOrEqual(0.9);
    },
  );

  it.each([
    "let's cut a branch first",
    "let's break out a new branch first please",
    "can we talk about what we're doing first?",
    "make a plan first",
    "could we discuss the schema first?",
    "let's review the diff first",
  ])("takes no step of the work in hand for a rule: %s", (prompt) => {
    expect(correctionIn(prompt)?.lasting ?? false).toBe(false);
  });

  it("leaves out the question behind a rule", () => {
    expect(correctionIn("panics in code are not great either, any other option?")?.text).toBe(
      "panics in code are not great either",
    );
  });

  it.each([
    [
      'do what was asked on purpose, with a later "not"',
      "we explicitly chose the small model as a default, so the suite should not be a problem",
    ],
    ["ask where the old name is still used", "this should be `stable` now, where is `beta` still used?"],
  ])("finds rules that also %s", (_, prompt) => {
    expect(correctionIn(prompt)?.lasting).toBe(true);
  });

  it.each([
    [
      "did you run the tests?",
      'Run the tests before you report that something is done (said: "did you run the tests?")',
    ],
    [
      "you haven't updated the changelog",
      'Update the changelog before you report that something is done (said: "you haven\'t updated the changelog")',
    ],
    [
      "I deleted the README you added, please don't create those",
      'Do not add README unless asked (said: "I deleted the README you added, please don\'t create those")',
    ],
    [
      "I had to remove the debug prints again",
      'Do not add debug prints unless asked (said: "I had to remove the debug prints again")',
    ],
    [
      "please change your replies to include the sha of the fix",
      'Write replies with the sha of the fix (said: "please change your replies to include the sha of the fix")',
    ],
  ])("words a reminder as the rule that it stands for: %s", (prompt, rule) => {
    expect(correctionIn(prompt)?.text).toBe(rule);
  });

  it.each([
    "did you run the tests after that change?",
    "why do we only sometimes write the tests first in the plan?",
    "write the test first, I assume it is a local change?",
  ])("takes no question for a rule that wants an answer: %s", (prompt) => {
    expect(correctionIn(prompt)?.lasting ?? false).toBe(false);
  });

  it("keeps the part of a sentence that is the rule, where the rest is about now", () => {
    expect(correctionIn("yes, match the existing test style - let's add an issue for later")).toMatchObject({
      text: "match the existing test style",
      lasting: true,
    });
  });

  it("keeps a rule in brackets without the task before it", () => {
    const prompt =
      "show the commit message in verbose mode. (do the normal dev process to add this please including TDD)";
    expect(correctionIn(prompt)?.text).toMatch(/^\(?do the normal dev process/);
  });

  it("keeps with a complaint what to do instead", () => {
    const prompt = "I get nervous when you delete files. Move them to archive/ instead.";
    expect(correctionIn(prompt)?.text).toBe(prompt);
  });

  it("keeps the person's own words, without the words that open them", () => {
    expect(correctionIn("ok, and please always run the linter before you commit")).toEqual({
      text: "please always run the linter before you commit",
      kind: "rule",
      lasting: true,
      because: "says always or never of what the agent does",
    });
  });

  it("adds the call to words that say nothing without it", () => {
    const before = { call: "Bash npm install" };
    expect(correctionIn("no, use pnpm", before)?.text).toBe("no, use pnpm (about: Bash npm install)");
    expect(correctionIn("no, use pnpm")).toBeUndefined();
  });

  it("takes the prompt before for the rule when it is to be written down", () => {
    const prompt = "that is not correct, the hooks run once for each commit";
    expect(correctionIn("can you add this to CLAUDE.md?", { prompt })).toMatchObject({
      text: prompt,
      lasting: true,
    });
    expect(correctionIn("can you add this to CLAUDE.md?", { prompt: "tests are failing" })).toBeUndefined();
  });

  it("tells a correction of this once from one that lasts", () => {
    expect(correctionIn("no, keep the old name for this function")).toMatchObject({ lasting: false });
  });

  const textsIn = (prompt: string) => correctionsIn(prompt).map(({ text }) => text);

  it("hears each rule of a prompt by itself", () => {
    expect(textsIn("We use pnpm here, not npm. Also please never edit files in src/gen by hand!")).toEqual([
      "We use pnpm here, not npm.",
      "please never edit files in src/gen by hand!",
    ]);
    expect(textsIn("always run the linter before you commit and never push to main")).toEqual([
      "always run the linter before you commit",
      "never push to main",
    ]);
    expect(textsIn("use pnpm, and never touch the generated files")).toEqual([
      "use pnpm",
      "never touch the generated files",
    ]);
    expect(textsIn("don't use npm, use pnpm, and always run the tests before committing")).toEqual([
      "don't use npm, use pnpm",
      "always run the tests before committing",
    ]);
  });

  it("hears at most three rules of one prompt", () => {
    const verbs = ["run the linter", "write a test", "ask me", "update the docs"];
    const prompt = verbs.map((verb) => `Always ${verb} before you commit.`).join(" ");
    expect(textsIn(prompt)).toHaveLength(3);
  });

  it.each([
    ["whose second part points at the first", "always write a changelog entry and never commit it by hand"],
    ["on one occasion", "when you add a flag, always update the docs and never skip the tests"],
    ["with a part that is no rule", "run the tests, and never touch the generated files"],
  ])("keeps a sentence whole %s", (_, prompt) => {
    expect(textsIn(prompt)).toEqual([prompt]);
  });

  it("takes sentences that belong together for one rule", () => {
    expect(textsIn("I told you already. Always run the linter before you commit.")).toHaveLength(1);
  });

  it("takes no time to speak of for a pasted text of any form", () => {
    const pasted = ["never ", "always run ", "we use ", "a, not b ", '"', "`", "("].map((each) =>
      each.repeat(5_000),
    );
    for (const text of pasted) expect(correctionIn(text)?.lasting ?? false).toBe(false);
  });
});

describe("refusalsIn", () => {
  it("takes the reason for a rule when it lasts, and for nothing else", () => {
    expect(refusalsIn("prefer subagents to save on the main context")).toMatchObject([{ kind: "refusal" }]);
    expect(refusalsIn("wait please let's talk about this")).toEqual([]);
    expect(refusalsIn("don't check this in")).toEqual([]);
  });
});
