import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openInsights, patterns } from "../../tests/support/insights.js";
import type { Whetstone } from "../index.js";

const lines = (file: string) =>
  readFileSync(new URL(`corpus/${file}.txt`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
/** 120 insights on many subjects, and 40 tasks, each in other words than the one insight that it needs. */
const known = lines("insights");
const aimed = lines("aimed-tasks").map((line) => {
  const [set = "", task = "", insight = ""] = line.split("\t");
  return { set, task, insight };
});
const budgets = [200, 300, 500, 800];

async function learned(embedder: string): Promise<Whetstone> {
  const { ws } = await openInsights({ set: ["store.kind=memory", `retrieval.embedder=${embedder}`] });
  for (let at = 0; at < known.length; at += 40)
    await ws.deliberate({ role: "judge", run: `r-${at}`, text: patterns(...known.slice(at, at + 40)) });
  return ws;
}

/** The tasks whose brief, in a prompt with this much room, lacks the insight that they need. */
async function missedBy(ws: Whetstone, set: string, leftTokens: number): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const { task, insight } of aimed.filter((each) => each.set === set)) {
    const { shown } = await ws.brief({ role: "judge", task, leftTokens, run: `${leftTokens} ${task}` });
    if (!shown.some(({ text }) => text.includes(insight))) missed.push(task);
  }
  return missed;
}

/**
 * The second set is the harder one: three of its tasks share no word with their insight, and words alone never
 * find those.
 */
it.each([
  { by: "words and meaning", embedder: "built-in", least: { first: 18, second: 17 } },
  { by: "words alone", embedder: "off", least: { first: 18, second: 16 } },
])(
  "a brief from 120 insights that are found by $by holds the right one for nearly every task at every budget",
  async ({ embedder, least }) => {
    const ws = await learned(embedder);
    for (const [set, wanted] of Object.entries(least)) {
      for (const budget of budgets) {
        const missed = await missedBy(ws, set, budget);
        const told = `the ${set} set at ${budget} tokens: ${missed.join("; ")}`;
        expect.soft(20 - missed.length, told).toBeGreaterThanOrEqual(wanted);
      }
    }
  },
);
