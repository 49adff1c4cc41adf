import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../tests/support/ledger.js";
import { manyOf, openInTemp, outcome } from "../../tests/support/whetstone.js";
import { type Input, type Result, reportHtml, reportMarkdown, type Whetstone } from "../index.js";

const worked = outcome({ adaptersUsed: ["github"], strategy: "Split by feature", criteria: ["typed"] });
const failed = outcome({
  result: "failure",
  durationMs: 3_600_000,
  errorCount: 4,
  retryCount: 3,
  adaptersUsed: ["docker"],
  failureType: "auth",
  strategy: "Split by component",
});

const repeat = async (ws: Whetstone, times: number, input: Input<"record">) => {
  for (let n = 0; n < times; n += 1) await ws.record({ ...input, run: `run ${n}` });
};

/** Six good runs of one adapter, then one bad one; three bad ones of another, rolled back; one in part. */
async function history() {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read });
  await repeat(ws, 6, worked);
  await ws.record({
    ...failed,
    adaptersUsed: ["github"],
    strategy: "Split by feature",
    failureType: "timeout",
  });
  await repeat(ws, 3, { ...failed, rollbackOccurred: true });
  await ws.record(outcome({ result: "partial", adaptersUsed: ["npm"], taskId: "bd-9" }));
  await ws.plan({ task: "Next", run: "run 1" });
  await ws.record({ result: "none" } as never).catch(() => undefined);
  return { clock, ws };
}

describe("a report", () => {
  it("a report in JSON holds what was counted", async () => {
    const { ws } = await history();
    const report = await ws.report();
    expect(report).toMatchObject({
      project: basename(ws.place.root),
      generatedAt: "2026-03-01T00:00:00.000Z",
      since: { at: null, outcomes: 11 },
      regressions: [{ adapter: "github", successesBefore: 6 }],
      // Six of 1, four of 0.14, and a part of 0.6: 7.16 / 11.
      outcomes: {
        total: 11,
        success: 6,
        partial: 1,
        failure: 4,
        helpful: 6,
        neutral: 1,
        harmful: 4,
        meanScore: 0.6509,
      },
      // github: 0.8 · 6/7 + 0.2 · (1 − (3/7)/3); npm: 0.2; docker: three retries each time.
      strongest: [
        { adapter: "github", score: 0.857, runs: 7 },
        { adapter: "npm", score: 0.2, runs: 1 },
        { adapter: "docker", score: 0, runs: 3 },
      ],
      weakest: [{ adapter: "docker" }, { adapter: "npm" }, { adapter: "github" }],
      failurePatterns: [
        { id: "docker::auth", occurrences: 3, confidence: 0.65 },
        { id: "github::timeout", occurrences: 1, confidence: 0.55 },
      ],
      antiPatterns: [{ text: "Split by component", failures: 3, exposures: 1 }],
      strategies: [{ text: "Split by feature", successes: 6, failures: 1, state: "proven", exposures: 1 }],
      criteria: [{ criterion: "typed", weight: 1, effectiveWeight: 1, deprecated: false }],
      loop: { runs: 7, runsShownLessons: 1, exposures: 3, rejected: 1 },
    });
    expect(report.overlays.map(({ adapterId, requireApproval }) => [adapterId, requireApproval])).toEqual([
      ["docker", true],
    ]);
    expect(report.suggestions).toEqual([
      expect.stringMatching(/^docker::auth happened 3 times: /),
      "Narrow what docker may change: its work was rolled back.",
    ]);
    expect(report.recentFailures).toHaveLength(5);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("a report has the same numbers in Markdown and in HTML", async () => {
    const { ws } = await history();
    const report = await ws.report();
    const [markdown, html] = [reportMarkdown(report), reportHtml(report)];
    const lesson = (each: Result<"report">["strategies"][number]) => [
      each.text,
      each.state,
      each.successes,
      each.failures,
      each.exposures,
      each.id,
    ];
    const rows: (string | number)[][] = [
      ...report.strategies.map(lesson),
      ...report.antiPatterns.map(lesson),
      ...report.criteria.map((each) => [each.criterion, each.weight, each.effectiveWeight]),
    ];
    for (const row of rows) {
      expect(markdown).toContain(`| ${row.join(" | ")} |`);
      expect(html).toMatch(htmlRow(row));
    }
    for (const { adapter, score, runs } of report.strongest) {
      expect(markdown).toContain(`| ${adapter} | ${score} | ${runs} |`);
      expect(html).toMatch(htmlRow([adapter, score, runs]));
    }
    for (const {
      adapterId,
      requireApproval,
      suggestedMaxRetries,
      riskMultiplier,
      reason,
    } of report.overlays) {
      const approval = requireApproval ? "required" : "no";
      const row = [adapterId, approval, suggestedMaxRetries, riskMultiplier, reason];
      expect(markdown).toContain(`| ${row.join(" | ")} |`);
      expect(html).toMatch(htmlRow(row));
    }
    for (const { id, occurrences } of report.failurePatterns) {
      expect(markdown).toContain(`| ${id} | ${occurrences} |`);
      expect(html).toMatch(new RegExp(`>${id}</text><rect[^>]*></rect><text[^>]*>${occurrences}</text>`));
    }
    for (const [label, kind, value] of [
      ["success", "good", 6],
      ["partial", "middling", 1],
      ["failure", "bad", 4],
      ["helpful", "good", 6],
      ["neutral", "middling", 1],
      ["harmful", "bad", 4],
    ])
      expect(html).toMatch(
        new RegExp(`>${label}</text><rect class="${kind}"[^>]*></rect><text[^>]*>${value}</text>`),
      );
    expect(markdown).toContain("| 11 | 6 | 1 | 4 | 6 | 1 | 4 | 0.6509 |");
    for (const tile of ["11</strong><span>outcomes", "0.6509</strong><span>mean score", "1 of 7</strong>"])
      expect(html).toContain(`<strong>${tile}`);
    expect(markdown).toContain("Lessons reached 1 of the newest 7 runs, 3 lines in all. Refused inputs: 1.");
  });

  it("a report begins with what needs a person", async () => {
    const { ws } = await history();
    const report = await ws.report();
    const headings = (text: string, mark: RegExp) =>
      [...text.matchAll(mark)].map(([, title]) => title).slice(0, 3);
    const expected = ["Regressions", "Suggestions", "What changed so far"];
    expect(headings(reportMarkdown(report), /^## (.+)$/gm)).toEqual(expected);
    expect(headings(reportHtml(report), /<h2>(.+?)<\/h2>/g)).toEqual(expected);
    expect(reportMarkdown(report)).toContain("- github failed after 6 successes in a row");
  });

  it("a report of an empty project says that there is nothing, and has no empty charts", async () => {
    const ws = await openInTemp();
    const report = await ws.report();
    expect(report).toMatchObject({
      outcomes: { total: 0, meanScore: null },
      since: { at: null, outcomes: 0 },
    });
    expect(reportMarkdown(report)).toContain("None so far.");
    for (const text of [reportMarkdown(report), reportHtml(report)])
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe("the sections of a report", () => {
  it("a failure is a regression after as many successes as earn a review, and not after fewer", async () => {
    const regressionsAfter = async (successes: number) => {
      const ws = await openInTemp({ set: ["policy.relaxAfterSuccesses=5"] });
      await repeat(ws, successes, worked);
      await ws.record({ ...failed, adaptersUsed: ["github"] });
      return (await ws.report()).regressions;
    };
    expect(await regressionsAfter(5)).toEqual([{ adapter: "github", successesBefore: 5 }]);
    expect(await regressionsAfter(4)).toEqual([]);
  });

  it("what there is nothing to tell of is left out of the page, and named in Markdown", async () => {
    const report = await (await openInTemp()).report();
    expect(reportMarkdown(report)).toContain("## Skills\n\nNone so far.");
    expect(reportHtml(report)).not.toContain("<h2>Skills</h2>");
    expect(reportHtml(report)).toContain("<h2>Decisions</h2>");
  });

  it("the strongest and the weakest adapters are listed, each once", async () => {
    const report = await (await history()).ws.report();
    const line = (adapter: string) => ({ adapter, score: 0.5, runs: 3, history: [] });
    const lines = { strongest: [line("gh"), line("npm")], weakest: [line("make"), line("npm")] };
    const markdown = reportMarkdown({ ...report, ...lines });
    for (const adapter of ["gh", "npm", "make"])
      expect(markdown.split(`| ${adapter} | 0.5 | 3 |`)).toHaveLength(2);
  });

  it("a limit that nothing has confirmed for long is called stale", async () => {
    const report = await (await history()).ws.report();
    const overlays = report.overlays.map((each) => ({ ...each, stale: true }));
    expect(reportMarkdown(report)).not.toContain("| stale: ");
    expect(reportMarkdown({ ...report, overlays })).toContain("| stale: ");
  });

  it("a long text is cut in a table of the page", async () => {
    const report = await (await history()).ws.report();
    const strategies = report.strategies.map((each) => ({ ...each, text: "x".repeat(300) }));
    expect(reportHtml({ ...report, strategies })).toContain(`>${"x".repeat(199)}…<`);
  });
});

describe("what changed", () => {
  it("the changes are what came after the last kept report, newest first", async () => {
    const { clock, ws } = await history();
    const first = await ws.report();
    expect(first.since.changes.length).toBeGreaterThan(2);
    expect(first.since.changes.map(({ seq }) => seq)).toEqual(
      first.since.changes.map(({ seq }) => seq).toSorted((a, b) => b - a),
    );
    expect((await ws.report()).since).toEqual(first.since);

    clock.advance(60_000);
    await ws.report({ keep: true, format: "html" });
    const kept = "2026-03-01T00:01:00.000Z";
    expect((await ws.report()).since).toEqual({ at: kept, outcomes: 0, changes: [] });
    expect(reportMarkdown(await ws.report())).toContain(
      "## What changed since 2026-03-01 00:01 UTC\n\n0 outcomes; nothing",
    );

    clock.advance(60_000);
    await ws.record(worked);
    await ws.relax({ adapter: "docker", actor: "maintainer", reason: "new token" });
    const { since } = await ws.report();
    expect(since).toMatchObject({ at: kept, outcomes: 1 });
    expect(since.changes.map(({ text }) => text)).toEqual([
      "Policy of docker relaxed by maintainer: riskMultiplier 1.4 → 1, maxRetries 1 → 2, " +
        "requireApproval true → false (new token)",
    ]);
    for (const text of [reportMarkdown(await ws.report()), reportHtml(await ws.report())]) {
      expect(text).toContain("What changed since 2026-03-01 00:01 UTC");
      expect(text).toContain("relaxed by maintainer");
      expect(text).not.toContain("is to be avoided now");
    }
  });

  it("the changes count every outcome since, also after the first thousand", async () => {
    const ws = await openInTemp({ set: ["store.kind=memory"] });
    await ws.report({ keep: true, format: "md" });
    await ws.recordMany(
      manyOf(Array.from({ length: 1_200 }, (_, index) => ({ line: index + 1, value: outcome() }))),
    );
    expect((await ws.report()).since.outcomes).toBe(1_200);
  });
});

const evil =
  "\"'><script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) | a | `b` **c**\n# Forged\n\u202Elive\u2066\u200B";

async function hostile() {
  const ws = await openInTemp();
  const name = `# ${evil}`.replaceAll("\n", " ").slice(0, 200);
  const input = outcome({
    result: "failure",
    strategy: evil,
    adaptersUsed: [name],
    failureType: name,
    failureDetails: evil,
    criteria: [name],
    taskId: "<b>'\"|",
    rollbackOccurred: true,
  });
  const recorded = [await ws.record(input), await ws.record(input), await ws.record(input)];
  const [lesson = ""] = recorded[0]?.strategies ?? [];
  await ws.lessons.retire({ lessons: [lesson], reason: evil, actor: "<i>maintainer|" });
  const report = await ws.report();
  return { ws, report, markdown: reportMarkdown(report), html: reportHtml(report) };
}

describe("the page", () => {
  it("the page needs no script, no request and nothing to load", async () => {
    const { ws } = await history();
    const html = reportHtml(await ws.report());
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(html).not.toMatch(
      /https?:|<script|<link|<img|<iframe|<object|url\(|@import|\s(?:src|href|on\w+)=/i,
    );
    expect(html.match(/<svg class="on-screen"/g)).toHaveLength(4);
    expect(html).not.toMatch(/NaN|Infinity|undefined/);
  });

  it("the page has only its own markup, whatever was stored", async () => {
    const { html } = await hostile();
    const tags = new Set([...html.matchAll(/<\/?([^\s>/]*)/g)].map(([, tag]) => tag));
    const ours =
      "!doctype html head meta title style body header h1 p time main div strong span section h2 ul li svg text rect line g polyline circle table thead tbody tr th td footer code";
    expect([...tags].filter((tag) => !ours.split(" ").includes(tag ?? ""))).toEqual([]);
    const attributes = [...html.matchAll(/<[a-z][^>]*>/gi)].join("");
    expect(attributes).not.toMatch(/\s(?:on\w+|src|href)=/i);
    expect(html).not.toMatch(/[\p{Cf}]|[^\P{Cc}\n]/u);
    expect(html).toContain("&lt;script>alert(1)&lt;/script>");
  });
});

describe("hostile texts", () => {
  it("hostile texts are cells and words in Markdown, never marks", async () => {
    const { markdown } = await hostile();
    const bare = markdown.replace(/\\[\\|<>[\]*_`#+~=.)-]/g, "");
    expect(bare.replace(/^Project `[^`]+`/m, "")).not.toMatch(/[<>[\]*_`\\]/);
    expect(markdown).not.toMatch(/[\p{Cf}]|[^\P{Cc}\n]/u);
    expect(markdown.split("\n").filter((line) => /^#* *Forged/.test(line))).toEqual([]);
    const cells = bare.split("\n").filter((line) => line.startsWith("|"));
    const widths = new Set(cells.map((line) => line.split("|").length));
    expect([...widths].every((width) => [5, 6, 7, 8, 10].includes(width))).toBe(true);
  });

  it("hostile texts come back unchanged from JSON", async () => {
    const { report } = await hostile();
    const read: Result<"report"> = JSON.parse(JSON.stringify(report));
    expect(read).toEqual(report);
    expect(read.recentFailures[0]).toMatchObject({ details: evil, strategy: evil, taskId: "<b>'\"|" });
  });
});

describe("metrics", () => {
  const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
  const sample = new RegExp(`^(whetstone_[a-z_]+)(?:\\{${label}(?:,${label})*\\})? (-?\\d+(?:\\.\\d+)?)$`);

  it("metrics can be parsed line by line, also with hostile names, each metric introduced once", async () => {
    for (const { ws } of [await history(), await hostile()]) {
      const text = (await ws.metrics()).text;
      expect(text.endsWith("\n")).toBe(true);
      const lines = text.split("\n").slice(0, -1);
      const known = new Set<string>();
      for (const line of lines) {
        const [, name] = /^# TYPE (whetstone_[a-z_]+) (?:counter|gauge)$/.exec(line) ?? [];
        if (name !== undefined) expect(known.has(name)).toBe(false);
        if (name !== undefined) known.add(name);
        else if (!/^# HELP whetstone_[a-z_]+ \S/.test(line)) expect(known).toContain(sample.exec(line)?.[1]);
      }
    }
  });

  it("metrics count what the report counts", async () => {
    const { ws } = await history();
    const report = await ws.report();
    const values = new Map(
      (await ws.metrics()).text.split("\n").map((line) => line.split(/ (?=[\d.]+$)/) as [string, string]),
    );
    const value = (name: string) => Number(values.get(`whetstone_${name}`));
    for (const result of ["success", "partial", "failure"] as const)
      expect(value(`outcomes_total{result="${result}"}`)).toBe(report.outcomes[result]);
    for (const { adapter, score } of report.strongest)
      expect(value(`reliability_score{adapter="${adapter}"}`)).toBe(score);
    // Of its seven scores the first and the last differ from the one before.
    expect(value(`reliability_changes_total{adapter="github"}`)).toBe(2);
    for (const { id, occurrences } of report.failurePatterns) {
      const [adapter, type] = id.split("::");
      const labels = `adapter="${adapter}",failure_type="${type}"`;
      expect(value(`failure_pattern_occurrences{${labels}}`)).toBe(occurrences);
      expect(value(`patterns_detected_total{adapter="${adapter}"}`)).toBe(
        report.failurePatterns
          .filter((each) => each.id.startsWith(`${adapter}::`))
          .reduce((sum, each) => sum + each.occurrences, 0),
      );
    }
    const tightened = report.since.changes.filter(({ text }) => text.includes("tightened"));
    const applied = [...values].filter(([name]) => name.startsWith("whetstone_overlays_applied_total{"));
    expect(applied.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(tightened.length);
    expect(applied.map(([name]) => name)).toContain(
      'whetstone_overlays_applied_total{adapter="docker",risk_multiplier="1.4"}',
    );
    expect(value("lessons_shown_total")).toBe(report.loop.exposures);
    expect(value("rejected")).toBe(report.loop.rejected);
    expect(value("events_total")).toBe((await ws.status()).log.events);
    expect([value("relaxations_suggested_total"), value("reviews_total")]).toEqual([0, 0]);
    await repeat(ws, 20, { ...worked, adaptersUsed: ["docker"] });
    await ws.relax({ adapter: "docker", actor: "maintainer", reason: "x" });
    const later = (await ws.metrics()).text;
    expect(later).toContain("whetstone_relaxations_suggested_total 1\n");
    expect(later).toContain("whetstone_reviews_total 1\n");
  });
});

describe("what once went wrong and must not again", () => {
  it("the page has the counts of helpful, neutral and harmful outcomes and of refused inputs too", async () => {
    const { ws } = await history();
    const html = reportHtml(await ws.report()).replace(/<style>[\s\S]*<\/style>/, "");
    for (const word of ["helpful", "neutral", "harmful", "refused"])
      expect(html.toLowerCase()).toContain(word);
  });

  it("a name that starts like a heading or a fence starts none in a list of the Markdown", async () => {
    const ws = await openInTemp();
    for (const name of ["# forged", "~~~ forged", "1. forged", "+ forged"])
      for (let n = 0; n < 3; n += 1) await ws.record({ ...failed, adaptersUsed: [name] });
    expect(reportMarkdown(await ws.report())).not.toMatch(/^- (?:#{1,6} |~~~|\d+[.)] |[-+] )/m);
  });
});

/** A row of the page, whatever its columns are called. */
function htmlRow([first = "", ...rest]: readonly (string | number)[]): RegExp {
  const literal = (value: string | number) => String(value).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const cells = rest.map((value) => {
    const mark = typeof value === "number" ? 'class="number" ' : "";
    return `<td ${mark}data-name="[^"]+">${literal(value)}</td>`;
  });
  return new RegExp(`<tr><th scope="row">${literal(first)}</th>${cells.join("")}</tr>`);
}
