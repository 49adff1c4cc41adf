import { type ComponentType, createElement } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import { TrialChart, WeekChart } from "../../src/verbs/report/evidence-charts.js";
import { reportMarkdown } from "../../src/verbs/report/report-markdown.js";
import { habits, runExperiment } from "../support/experiment.js";
import { dataOf } from "../support/host-session.js";

const seed = Number(process.env.EXPERIMENT_SEED ?? 1);

it("300 sessions of simulated agents end with the right verdicts, and their report is the one in the docs", async () => {
  const ws = await runExperiment(seed, 300);
  const { trials, ...report } = await ws.report();
  const verdictOf = (program: string) =>
    trials.lessons.find(({ text }) => text.includes(program))?.verdict ?? "not on trial";
  for (const { program, does } of habits) {
    if (does === "nothing") expect(["no difference", "not known yet"]).toContain(verdictOf(program));
    else expect(`${program} ${verdictOf(program)}`).toBe(`${program} ${does}`);
  }
  // The lessons pull in different directions: together they need not come to a verdict, but never to this one.
  expect(trials.verdict).not.toBe("harms");
  expect(report.headline.lessons).toMatchObject({ helps: 2, harms: 1 });
  await expectShownNoMore(ws, "migrate", trials);
  if (seed !== 1) return;
  const text = sectionsOf(reportMarkdown({ trials, ...report }), [
    "Do failures come back?",
    "Do lessons from failures help?",
  ]);
  await expect(text).toMatchFileSnapshot("../../docs/evidence/experiment.md");
  await expect(alone(TrialChart, { trials })).toMatchFileSnapshot("../../docs/evidence/lessons.svg");
  await expect(alone(WeekChart, { headline: report.headline })).toMatchFileSnapshot(
    "../../docs/evidence/weeks.svg",
  );
});

/** After the verdict no session is shown the lesson, whatever chance would say. */
async function expectShownNoMore(
  ws: Awaited<ReturnType<typeof runExperiment>>,
  program: string,
  trials: Result<"report">["trials"],
): Promise<void> {
  const lesson = trials.lessons.find(({ text }) => text.includes(program))?.lesson;
  const all = await ws.explain({ id: lesson ?? "" });
  const since = all.answer.join(" ").match(/has not been shown since (\S+):/)?.[1] ?? "";
  expect(since).not.toBe("");
  const shown = (await dataOf(ws, "lesson-exposed")).filter((each) => each.lesson === lesson);
  const { sessions } = await ws.sessions({ since, limit: 1_000 });
  const later = new Set(sessions.map(({ session }) => session));
  expect(later.size).toBeGreaterThan(0);
  expect(shown.filter(({ phase }) => later.has(String(phase)))).toEqual([]);
}

function sectionsOf(report: string, titles: readonly string[]): string {
  const sections = report.split(/^(?=## )/m);
  const wanted = titles.map((title) => sections.find((each) => each.startsWith(`## ${title}\n`)) ?? "");
  return `# The report of the experiment\n\n${wanted.join("")}`.trimEnd().concat("\n");
}

/** A chart of the report as a picture of its own: the one for a screen, which comes first. */
function alone<Props extends object>(chart: ComponentType<Props>, props: Props): string {
  const [svg = ""] = /<svg .*?<\/svg>/.exec(renderToString(createElement(chart, props))) ?? [];
  const style =
    "text{font:12px system-ui,sans-serif;fill:#1f2430}.grid{stroke:#98a2b3}.good{fill:#2f9e6e}" +
    ".bad{fill:#d1495b}.plain{fill:#5b6bd6}.middling{fill:#d99a2b}";
  const [, head = "", rest = ""] = /^(<svg [^>]*)>(.*)/.exec(svg.replace(' class="on-screen"', "")) ?? [];
  const paper = '<rect width="100%" height="100%" fill="#fff"/>';
  return `${head} xmlns="http://www.w3.org/2000/svg"><style>${style}</style>${paper}${rest}\n`;
}
