import type { OpenOptions, Result, Whetstone } from "../../src/index.js";
import type { Verdict } from "../../src/lessons/insight/rules/verdict/verdict.js";
import { movingClock } from "./ledger.js";
import { renderVerdict } from "./render-verdict.js";
import { collect, openInTemp } from "./whetstone.js";

type InsightLesson = Extract<Result<"lessons list">["lessons"][number], { kind: "insight" }>;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** A Whetstone in memory, or in a real store where a test asks for one, with a clock to move. */
export async function openInsights({ set = ["store.kind=memory"], ...options }: OpenOptions = {}) {
  const clock = movingClock();
  const ws = await openInTemp({ clock: clock.read, ...options, set });
  return { clock, ws };
}

/** A role's answer that lists what it noticed. */
export function patterns(...texts: readonly string[]): string {
  return [
    "I looked at the change.",
    "",
    "## Accumulated Patterns",
    ...texts.map((text) => `- ${text}`),
    "",
  ].join("\n");
}

/** Evidence of the first level: what a program printed. */
export const output = ["Ran the tests:", "", "```console", "$ npm test", "12 passed", "```", "", ""].join(
  "\n",
);

/** A diff of five new lines in one file. */
export function diffOf(file: string): string {
  const lines = [1, 2, 3, 4, 5].map((n) => `+line ${n}`);
  return [`--- a/${file}`, `+++ b/${file}`, "@@ -0,0 +1,5 @@", ...lines, ""].join("\n");
}

/** A validator's output. */
export function verdictOn(deliberation: string | undefined, changes: Partial<Verdict> = {}): string {
  const verdict = { verdict: "PASS", issues: [], mustFix: [], falsePositives: [], ...changes } as const;
  return `I checked it.\n\n${renderVerdict({ ...verdict, ...(deliberation === undefined ? {} : { deliberation }) })}\n`;
}

/** What makes a verdict fail. */
export const failing = {
  verdict: "FAIL",
  issues: [{ id: "B1", severity: "high", summary: "It breaks the build" }],
  mustFix: ["B1"],
} as const;

export function refuting(...texts: readonly string[]): Partial<Verdict> {
  return { falsePositives: texts.map((text) => ({ text })) };
}

/** The insight with this text, as the list of lessons has it. */
export async function insightWith(ws: Whetstone, text: string, role = "judge"): Promise<InsightLesson> {
  const { lessons } = await ws.lessons.list({ kind: "insight", role });
  const found = lessons.find((each) => each.text === text);
  if (found?.kind !== "insight") throw new Error(`${role} has no insight '${text}'`);
  return found;
}

/** The numbers behind the insight with this text. */
export async function numbersOf(
  ws: Whetstone,
  text: string,
  role = "judge",
): Promise<Readonly<Record<string, number>>> {
  const { numbers } = await ws.explain({ id: (await insightWith(ws, text, role)).id });
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
}

/** The log's events of one type, as an export has them. */
export async function eventsOf(ws: Whetstone, type: string) {
  const events = (await collect(ws.export())).map((line) => JSON.parse(line) as Record<string, unknown>);
  return events.filter((event) => event.type === type);
}
