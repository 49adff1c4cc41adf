import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openInsights, patterns } from "../../../tests/support/insights.js";
import type { Whetstone } from "../../index.js";

const lines = (file: string) =>
  readFileSync(new URL(`corpus/${file}.txt`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
/** 120 insights on many subjects each, and tasks in other words than the one insight that each needs. */
const known = {
  first: lines("insights"),
  second: lines("insights"),
  third: lines("insights-of-other-fields"),
  fourth: lines("insights-of-other-fields"),
};
type Set = keyof typeof known;
const aimed = lines("aimed-tasks").map((line) => {
  const [set = "", task = "", insight = ""] = line.split("\t");
  return { set, task, insight };
});
const budgets = [200, 300, 500, 800];

async function learned(insights: readonly string[], embedder: string): Promise<Whetstone> {
  const { ws } = await openInsights({ set: ["store.kind=memory", `retrieval.embedder=${embedder}`] });
  for (let at = 0; at < insights.length; at += 40)
    await ws.deliberate({ role: "judge", run: `r-${at}`, text: patterns(...insights.slice(at, at + 40)) });
  return ws;
}

/** The tasks whose brief, in a prompt with this much room, lacks the insight that they need. */
async function missedBy(ws: Whetstone, set: Set, leftTokens: number): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { task, insight } of aimed.filter((each) => each.set === set)) {
    const { shown } = await ws.brief({ role: "judge", task, leftTokens, run: `${leftTokens} ${task}` });
    if (!shown.some(({ text }) => text.includes(insight))) missed.push(task);
  }
  return missed;
}

/**
 * The second set is harder than the first: three of its tasks share no word with their insight, and words alone
 * never find those. The third was written before a ranking was tried on it, and none was chosen by it; five of
 * its tasks share no word with their insight ("join" and `merge`, "analogue input" and ADC). The fourth was
 * written in the same way; its figures are those of the first run.
 */
describe.each([
  { by: "words and meaning", embedder: "built-in", set: "first", least: 18 },
  { by: "words and meaning", embedder: "built-in", set: "second", least: 17 },
  { by: "words and meaning", embedder: "built-in", set: "third", least: 14 },
  { by: "words and meaning", embedder: "built-in", set: "fourth", least: 16 },
  { by: "words alone", embedder: "off", set: "first", least: 18 },
  { by: "words alone", embedder: "off", set: "second", least: 16 },
  { by: "words alone", embedder: "off", set: "third", least: 12 },
  { by: "words alone", embedder: "off", set: "fourth", least: 16 },
] satisfies { by: string; embedder: string; set: Set; least: number }[])(
  "a brief from 120 insights that are found by $by",
  ({ embedder, set, least }) => {
    it(`holds the right one for ${least} of the 20 tasks of the ${set} set at every budget`, async () => {
      const ws = await learned(known[set], embedder);
      for (const budget of budgets) {
        const missed = await missedBy(ws, set, budget);
        expect
          .soft(20 - missed.length, `${budget} tokens: ${missed.join("; ")}`)
          .toBeGreaterThanOrEqual(least);
      }
    });
  },
);
