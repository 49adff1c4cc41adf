import type { Config } from "../../../base/config/settings.js";
import { pastSessions } from "../../../log/list-keys.js";
import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import { wordOverlap, wordsOf } from "../../../reading/language/words.js";
import { type PastSession, type TaskRow, tasks } from "../../../runs/fold/tasks.js";
import { orderLessons } from "../../../search/order/order-lessons.js";
import type { Similarity } from "../../search/find-similar.js";
import { nameOrQuote, quoteAsData } from "../../unconfirmed/quote-as-data.js";
import { strategyName } from "../credited-strategies.js";

/** Without an index, a task is compared with this many of the newest. */
const tasksCompared = 500;

/** How much of its words, or of its meaning, a past task must share to be shown as similar. */
const similarityAtLeast = 0.3;

export interface PlannedTask {
  readonly text: string;
  readonly taskId: string | undefined;
  /** What the index of tasks brought up; undefined compares the newest by their words. */
  readonly like: Similarity | undefined;
  /** `finishedTasks`, or `pastSessions`. */
  readonly list: string;
}

/**
 * Past tasks like this one by words or by meaning, each as a line with how it ended, the most similar first.
 */
export async function similarTasks(
  reader: LedgerReader,
  { text, taskId, like, list }: PlannedTask,
  { plan: { similarTasks: cap }, retrieval }: Pick<Config, "plan" | "retrieval">,
): Promise<readonly string[]> {
  const words = wordsOf(text);
  const rows = new Map<string, TaskRow>();
  for (const row of await comparedRows(reader, like, list))
    if (row.task !== taskId && row.lastResult !== null && (row.session !== null) === (list === pastSessions))
      rows.set(row.task, row);
  const alike = [...rows.values()].flatMap((row) => {
    const score = Math.max(wordOverlap(words, wordsOf(row.text)), like?.of.get(row.task)?.meaning ?? 0);
    return score >= similarityAtLeast ? [{ id: row.task, score, pinned: false }] : [];
  });
  const textOf = (task: string) => rows.get(task)?.text ?? "";
  const ordered = orderLessons(alike, { cap, settings: retrieval, textOf, alike: like?.alike });
  return ordered.flatMap(({ id }) => taskLine(rows.get(id)));
}

async function comparedRows(
  reader: LedgerReader,
  like: Similarity | undefined,
  list: string,
): Promise<readonly TaskRow[]> {
  if (like !== undefined) return reader.rowsAt(tasks, [...like.of.keys()]);
  return (await reader.rowsFrom(tasks, { list, limit: tasksCompared })).map(({ row }) => row);
}

function taskLine(row: TaskRow | undefined): readonly string[] {
  if (row === undefined) return [];
  const { task, text, strategies, outcomes, session } = row;
  const about = quoteAsData(text.split("\n")[0] ?? "");
  if (session !== null) return [`${about} ${howItEnded(row, session)}`];
  const { success, partial, failure } = outcomes;
  const how = strategies.length === 0 ? "" : ` by: ${strategies.map(strategyName).join(", ")}`;
  const ended = `succeeded ${success}/${success + partial + failure} times${how}`;
  return [`${nameOrQuote(task)} ${about} ${ended}`];
}

const endings = { success: "succeeded", partial: "ended with part of it open", failure: "failed" };

function howItEnded({ lastResult }: TaskRow, { agent, failures, broken }: PastSession): string {
  const ended = lastResult === null ? "did not end" : endings[lastResult];
  const left = broken.length === 0 ? "" : `; ${broken.map(nameOrQuote).join(", ")} failed to the end`;
  const failed =
    failures === 0 ? "no call failed" : `${failures} ${failures === 1 ? "call" : "calls"} failed`;
  return `${ended} with ${agent}: ${failed}${left}`;
}
