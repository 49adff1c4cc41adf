import type { Config } from "../config/settings.js";
import { wordOverlap, wordsOf } from "../engines/strategies/word-overlap.js";
import { type TaskRow, tasks } from "../projections/tasks.js";
import type { LedgerReader } from "../store/ledger-reader.js";

/** As many of the newest plans as the landmarks keep are compared with a task. */
const plansCompared = 500;

/** Past tasks like this one, each as a line with how it ended, the most similar first. */
export async function similarTasks(
  reader: LedgerReader,
  text: string,
  taskId: string | undefined,
  { likenessAtLeast, similarTasks: limit }: Pick<Config["plan"], "likenessAtLeast" | "similarTasks">,
): Promise<readonly string[]> {
  const words = wordsOf(text);
  const likeness = new Map<string, number>();
  for (const { task, data } of await reader.latest("plan-made", plansCompared)) {
    if (task === undefined || task === taskId || likeness.has(task)) continue;
    likeness.set(task, wordOverlap(words, wordsOf(data.text)));
  }
  const likest = [...likeness].filter(([, value]) => value >= likenessAtLeast).sort((a, b) => b[1] - a[1]);
  const lines: string[] = [];
  for (const [task] of likest) {
    const row = await reader.row(tasks, task);
    if (row !== undefined && row.lastResult !== null) lines.push(lineOf(row));
    if (lines.length === limit) break;
  }
  return lines;
}

function lineOf({ task, text, outcomes: { success, partial, failure }, strategies }: TaskRow): string {
  const how = strategies.length === 0 ? "" : ` by: ${strategies.join(", ")}`;
  return `${task} "${text.split("\n")[0]}" succeeded ${success}/${success + partial + failure} times${how}`;
}
