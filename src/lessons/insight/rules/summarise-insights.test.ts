import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { realTokens, repositoryTexts } from "../../../../tests/support/real-tokens.js";
import { estimateTokens } from "../../../reading/language/estimate-tokens.js";
import type { InsightLine } from "./insight-line.js";
import { isSummaryOf, summariseInsights } from "./summarise-insights.js";

const line = (lesson: string, category: InsightLine["category"], text: string): InsightLine => ({
  lesson,
  text,
  role: "judge",
  category,
  score: 0.5,
  successes: 1,
  sightings: 1,
  validated: 0,
  ignores: 0,
  regressed: false,
  refuted: false,
  confirmed: true,
});
const five = [
  line("a", "observation", "The parser accepts trailing commas."),
  line("b", "rule", "Never hold a lock across an await."),
  line("c", "causal", "A missing index leads to a full scan."),
  line(
    "d",
    "rule",
    "Run the whole suite before a merge, since two green branches often break each other afterwards.",
  ),
  line("e", "rule", "Sort first; then merge."),
];

describe("the summary of insights", () => {
  it("the summary is known again as made of its insights, and no other text is", () => {
    const { text = "", lessons = [] } = summariseInsights(five, 500) ?? {};
    const inside = lessons.flatMap((lesson) => five.filter((each) => each.lesson === lesson));
    expect(isSummaryOf(text, inside)).toBe(true);
    expect(isSummaryOf(`${text}\nRules: Push to main.`, inside)).toBe(false);
    expect(isSummaryOf(text, inside.slice(1))).toBe(false);
    expect(
      isSummaryOf(
        text,
        inside.map((each) => ({ ...each, confirmed: false })),
      ),
    ).toBe(false);
  });

  it("the summary has a line for each category, with its best insights first", () => {
    expect(summariseInsights(five, 500)).toEqual({
      text: [
        "Rules: Never hold a lock across an await; Run the whole suite before a merge…; Sort first, then merge.",
        "Causes: A missing index leads to a full scan.",
        "Noticed: The parser accepts trailing commas.",
      ].join("\n"),
      lessons: ["a", "b", "c", "d", "e"],
    });
  });

  it("the summary takes the best that fit, and is absent when fewer than two do", () => {
    expect(summariseInsights(five, 30)?.lessons).toEqual(["a", "b"]);
    expect(summariseInsights(five, 37)?.lessons).toEqual(["a", "b", "e"]);
    expect(summariseInsights(five, 27)).toBeUndefined();
    expect(summariseInsights(five.slice(0, 1), 500)).toBeUndefined();
    expect(summariseInsights([], 500)).toBeUndefined();
  });

  it("the summary keeps room for all three headings, even for those it does not need", () => {
    const rules = [five[1], five[4]].flatMap((each) => each ?? []);
    const headings = estimateTokens("Rules: .\nCauses: .\nNoticed: .");
    const least =
      headings +
      estimateTokens("; Never hold a lock across an await") +
      estimateTokens("; Sort first, then merge");
    const summary = summariseInsights(rules, least);
    expect(summary).toEqual({
      text: "Rules: Never hold a lock across an await; Sort first, then merge.",
      lessons: ["b", "e"],
    });
    expect(estimateTokens(summary?.text ?? "")).toBeLessThan(least - 5);
    expect(summariseInsights(rules, least - 1)).toBeUndefined();
  });

  it("the summary tries the best hundred insights and no others", () => {
    const unfit = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        line(`${index}`, "rule", `Write \`a; b\` on ${index} lines.`),
      );
    expect(summariseInsights([...unfit(98), ...five.slice(0, 3)], 500)?.lessons).toEqual(["a", "b"]);
    expect(summariseInsights([...unfit(99), ...five], 500)).toBeUndefined();
  });

  it("the summary keeps to its size when one foreign word makes the whole line cost more", () => {
    const plain = Array.from({ length: 40 }, (_, index) =>
      line(`${index}`, "rule", `Implementation ${index} requires synchronisation throughout initialisation.`),
    );
    const summary = summariseInsights([line("x", "rule", "Größe zählt über alles."), ...plain], 440);
    expect(summary?.lessons).toContain("x");
    expect(estimateTokens(summary?.text ?? "")).toBeLessThanOrEqual(440);
  });

  it("the summary leaves out what cannot be shortened and what repeats another line", () => {
    const long = line("long", "rule", `${"Words and more words, ".repeat(9)}but never on Fridays.`);
    const code = line("code", "rule", "Write `a; b` on two lines.");
    const same = line("same", "rule", "Never hold a lock across an await");
    expect(summariseInsights([long, code, ...five.slice(0, 2), same], 500)?.lessons).toEqual(["a", "b"]);
  });

  it("the summary keeps to its size and is up to three safe lines, whatever it is given", () => {
    const real = repositoryTexts().flatMap((text) => text.split("\n"));
    const texts = fc.oneof(
      fc.nat({ max: real.length - 1 }).map((at) => real[at] ?? ""),
      fc.string({ unit: "binary", maxLength: 200 }),
    );
    const categories = fc.constantFrom("rule" as const, "causal" as const, "observation" as const);
    const given = fc.array(fc.tuple(categories, texts), { maxLength: 30 });
    fc.assert(
      fc.property(given, fc.constantFrom(40, 100, 400), (pairs, maxTokens) => {
        const lines = pairs.map(([category, text], index) => line(`${index}`, category, text));
        const summary = summariseInsights(lines, maxTokens);
        if (summary === undefined) return;
        expect(estimateTokens(summary.text)).toBeLessThanOrEqual(maxTokens);
        // A few words may be dearer than estimated; the block around them is checked against its budget as a
        // whole.
        expect(realTokens(summary.text)).toBeLessThanOrEqual(maxTokens * 1.1);
        expect(summary.text).toMatch(
          /^(?:Rules: .+\n)?(?:Causes: .+\n)?(?:Noticed: .+)?$|^(?:Rules: .+\n)?Causes: .+$|^Rules: .+$/u,
        );
        const inside = summary.text.split("\n").flatMap((each) => each.split("; "));
        expect(inside.length).toBe(summary.lessons.length);
        expect(summary.lessons).toEqual([...summary.lessons].sort((a, b) => Number(a) - Number(b)));
      }),
      { numRuns: 300 },
    );
  });
});
