import { type ComponentType, createElement } from "preact";
import { renderToString } from "preact-render-to-string";
import { describe, expect, it } from "vitest";
import { showTextsVisibly } from "../visible-texts.js";
import { type Bar, BarChart } from "./bar-chart.js";
import { ColumnChart } from "./column-chart.js";
import { type Difference, ForestPlot } from "./forest-plot.js";
import { LineChart, type Series } from "./line-chart.js";

showTextsVisibly();

const drawn = <Props extends object>(chart: ComponentType<Props>, props: Props) =>
  renderToString(createElement(chart, props));
const day = Date.parse("2026-03-01T00:00:00.000Z");
const numbersIn = (svg: string, pattern: RegExp) =>
  [...svg.matchAll(pattern)].map(([, value]) => Number(value));
const widths = (svg: string) => numbersIn(svg, /<rect[^>]* width="([\d.]+)"/g);
const pointsOf = (svg: string) =>
  [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points = ""]) =>
    points.split(" ").map((each) => each.split(",").map(Number)),
  );

const layouts = [
  { layout: "on-screen", labelChars: 24 },
  { layout: "on-phone", labelChars: 43 },
] as const;

describe.each(layouts)("drawn $layout", ({ layout, labelChars }) => {
  const only = (both: string) =>
    both.split("</svg>").find((each) => each.startsWith(`<svg class="${layout}"`)) ?? "";
  const barChart = (bars: readonly Bar[], title: string) => only(drawn(BarChart, { bars, title }));
  const lineChart = (series: readonly Series[], title: string) => only(drawn(LineChart, { series, title }));
  const forestPlot = (
    differences: readonly Difference[],
    about: { readonly title: string; readonly left: string; readonly right: string },
  ) => only(drawn(ForestPlot, { differences, ...about }));

  describe("a bar chart", () => {
    it("the bars are as long as their values in proportion to the largest", () => {
      const bars = [10, 5, 0].map((value) => ({ label: `v${value}`, value, kind: "plain" as const }));
      const [largest = 0, half = 0, none] = widths(barChart(bars, "t"));
      expect(largest).toBeGreaterThan(100);
      expect(half).toBe(largest / 2);
      expect(none).toBe(0);
    });

    it("a bar whose value is small beside the largest can still be seen", () => {
      const bars = [1_000_000, 1].map((value) => ({ label: "v", value, kind: "plain" as const }));
      expect(widths(barChart(bars, "t"))[1]).toBe(2);
    });

    it("each bar has the colour of its kind and its number beside it", () => {
      const svg = barChart([{ label: "failure", value: 3, kind: "bad" }], "Outcomes");
      expect(svg).toMatch(/>failure<\/text><rect class="bad"[^>]*><\/rect><text[^>]*>3<\/text>/);
      expect(svg).toContain('aria-label="Outcomes"');
    });

    it("signs in a label that a reader would not see are replaced", () => {
      const svg = barChart([{ label: "a\u202eb\u200bc\u001bd", value: 1, kind: "plain" }], "t\u2066");
      expect(svg).toContain(">a\ufffdb\ufffdc\ufffdd</text>");
      expect(svg).toContain('aria-label="t\ufffd"');
    });

    it("a long label is cut, and nothing in it is markup", () => {
      const svg = barChart([{ label: `<b>&"'${"x".repeat(60)}`, value: 1, kind: "plain" }], "<i>");
      expect(svg).toContain(`&lt;b>&amp;&quot;'${"x".repeat(labelChars - 7)}…</text>`);
      expect(svg).toContain('aria-label="&lt;i>"');
    });
  });

  describe("a line chart", () => {
    const series = (name: string, ...values: readonly number[]) => ({
      name,
      points: values.map((value, index) => ({ at: day + index * 86_400_000, value })),
    });

    it("time runs from left to right, and larger values stand higher", () => {
      const [line = []] = pointsOf(lineChart([series("a", 0, 0.5, 1)], "t"));
      const [[x0 = 0, y0 = 0] = [], [x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = line;
      expect(x1 - x0).toBeCloseTo(x2 - x1, 5);
      expect(x1).toBeGreaterThan(x0);
      expect(y0 - y1).toBeCloseTo(y1 - y2, 5);
      expect(y0).toBeGreaterThan(y1);
    });

    it("the points of a single day stand at its end", () => {
      const svg = lineChart([series("a", 0.5)], "t");
      const [[[x = 0] = []] = []] = pointsOf(svg);
      const [[[end = 0] = []] = []] = pointsOf(lineChart([series("a", 0, 0.5)], "t")).map((line) =>
        line.slice(-1),
      );
      expect(x).toBe(end);
      expect(svg).toContain("2026-02-28");
      expect(svg).toContain("2026-03-01");
    });

    it("the names of lines that end at the same place do not stand on top of each other", () => {
      const svg = lineChart([series("a", 0.5), series("b", 0.5), series("c", 0.52)], "t");
      const labels = numbersIn(svg, /<text x="[\d.]+" y="([\d.]+)">[abc]<\/text>/g).sort((a, b) => a - b);
      expect(labels).toHaveLength(3);
      for (const [index, y] of labels.entries())
        if (index > 0) expect(y - (labels[index - 1] ?? 0)).toBeGreaterThanOrEqual(14.9);
    });

    it("a seventh line has the colour of the first", () => {
      const svg = lineChart(
        [..."abcdefg"].map((name) => series(name, 0.5)),
        "t",
      );
      expect([...svg.matchAll(/class="line line-(\d)"/g)].map(([, which]) => which).join("")).toBe("0123450");
    });
  });

  describe("a forest plot", () => {
    const about = { title: "t", left: "less", right: "more" };

    it("draws each difference on its interval around zero, and the sum as a diamond above them", () => {
      const svg = forestPlot(
        [
          { label: "all", value: 0, low: -0.5, high: 0.5, kind: "plain", isSum: true },
          { label: "one", value: -0.5, low: -1, high: 0, kind: "good" },
        ],
        about,
      );
      const [, , zero = 0] = numbersIn(svg, /<line class="grid" x1="([\d.]+)"/g);
      const [left = 0] = numbersIn(svg, /<rect class="good" x="([\d.]+)"/g);
      const [dot = 0] = numbersIn(svg, /<circle class="good" cx="([\d.]+)"/g);
      expect(widths(svg)).toEqual([zero - left]);
      expect(dot).toBe((zero + left) / 2);
      expect(svg).toContain(">-50 (-100 to 0)</text>");
      for (const tick of ["-100", "-50", "0", "+50", "+100"]) expect(svg).toContain(`">${tick}</text>`);
      // Half of it would be cut.
      expect(svg).not.toMatch(/<text x="0"[^>]*text-anchor="middle"/);
      expect(svg.indexOf("<path")).toBeLessThan(svg.indexOf("<circle"));
    });

    it("keeps what lies beyond its ends within them, and has no markup of its texts", () => {
      const svg = forestPlot([{ label: "<b>", value: 3, low: -4, high: 9, kind: "bad" }], about);
      expect(svg).not.toContain("<b>");
      const [, , zero = 0] = numbersIn(svg, /<line class="grid" x1="([\d.]+)"/g);
      const [left = 0] = numbersIn(svg, /<rect class="bad" x="([\d.]+)"/g);
      expect(widths(svg)).toEqual([2 * (zero - left)]);
    });
  });

  it("a label stands beside its row on a screen, and above it at the left edge on a phone", () => {
    const isBeside = layout === "on-screen";
    const bar = barChart([{ label: "name", value: 1, kind: "plain" }], "t");
    const difference = { label: "name", value: 0, low: 0, high: 0, kind: "plain" } as const;
    const plot = forestPlot([difference], { title: "t", left: "less", right: "more" });
    for (const svg of [bar, plot])
      expect(svg).toMatch(
        isBeside ? /<text x="180" y="\d+" text-anchor="end">name</ : /<text x="0" y="\d+">name</,
      );
    expect(plot).toMatch(isBeside ? /text-anchor="end">less</ : /<text x="0" y="12">less</);
    expect(plot).toMatch(isBeside ? /y="12">more</ : /<text x="320" y="12" text-anchor="end">more</);
    const line = lineChart([{ name: "name", points: [{ at: day, value: 0.5 }] }], "t");
    const [x = 0, y = 0] = ["x", "y"].map((side) =>
      Number(new RegExp(`<text [^>]*\\b${side}="([\\d.]+)"[^>]*>name<`).exec(line)?.[1]),
    );
    // To the right of the line, or below the chart.
    expect([x > 490, y > 220]).toEqual([isBeside, !isBeside]);
  });

  it("a chart on a phone is drawn at the width of a phone, with all its texts within it", () => {
    const columns = Array.from({ length: 26 }, (_, week) => ({
      label: `W${week}`,
      parts: [{ value: week, kind: "plain" as const }],
    }));
    const svg = only(drawn(ColumnChart, { columns, title: "t" }));
    const [, width = ""] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
    const places = numbersIn(svg, /<text x="([\d.]+)" text-anchor="middle" y="174">/g);
    expect(Math.max(...places)).toBeLessThan(Number(width));
    for (const [index, x] of places.entries())
      if (index > 0) expect(x - (places[index - 1] ?? 0)).toBeGreaterThan(40);
  });
});
