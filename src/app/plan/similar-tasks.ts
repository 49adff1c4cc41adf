import type { Config } from "../../base/config/settings.js";
import { nameOrQuote, quoteAsData } from "../../engines/unconfirmed/quote-as-data.js";
import { strategyName } from "../../lessons/strategy/credited-strategies.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { type TaskRow, tasks } from "../../projections/tasks.js";
import { wordOverlap, wordsOf } from "../../reading/language/words.js";
import { orderLessons } from "../../search/order/order-lessons.js";
import type { Similarity } from "../search/find-similar.js";

/** Without an index, a task is compared with this many of the newest plans: all that recent events keep. */
const plansCompared = 500;

/** How much of its words, or of its meaning, a past task must share to be shown as similar. */
const similarityAtLeast = 0.3;

export interface PlannedTask {
  readonly text: string;
  readonly taskId: string | undefined;
  /** What the index of tasks brought up; undefined compares the newest plans by their words. */
  readonly like: Similarity | undefined;
}

/**
 * Past tasks like this one by words or by meaning, each as a line with how it ended, the most similar first.
 */
export async function similarTasks(
  reader: LedgerReader,
  { text, taskId, like }: PlannedTask,
  { plan: { similarTasks: cap }, retrieval }: Pick<Config, "plan" | "retrieval">,
): Promise<readonly string[]> {
  const words = wordsOf(text);
  const rows = new Map<string, TaskRow>();
  for (const task of like === undefined ? await newestPlanned(reader) : like.of.keys()) {
    const row = task === taskId ? undefined : await reader.row(tasks, task);
    if (row !== undefined && row.lastResult !== null) rows.set(task, row);
  }
  const alike = [...rows.values()].flatMap((row) => {
    const score = Math.max(wordOverlap(words, wordsOf(row.text)), like?.of.get(row.task)?.meaning ?? 0);
    return score >= similarityAtLeast ? [{ id: row.task, score, pinned: false }] : [];
  });
  const textOf = (task: string) => rows.get(task)?.text ?? "";
  const ordered = orderLessons(alike, { cap, settings: retrieval, textOf, alike: like?.alike });
  return ordered.flatMap(({ id }) => taskLine(rows.get(id)));
}

async function newestPlanned(reader: LedgerReader): Promise<ReadonlySet<string>> {
  const plans = await reader.latest("plan-made", plansCompared);
  return new Set(plans.flatMap(({ task }) => task ?? []));
}

function taskLine(row: TaskRow | undefined): readonly string[] {
  if (row === undefined) return [];
  const { task, text, strategies, outcomes } = row;
  const { success, partial, failure } = outcomes;
  const how = strategies.length === 0 ? "" : ` by: ${strategies.map(strategyName).join(", ")}`;
  const ended = `succeeded ${success}/${success + partial + failure} times${how}`;
  return [`${nameOrQuote(task)} ${quoteAsData(text.split("\n")[0] ?? "")} ${ended}`];
}
