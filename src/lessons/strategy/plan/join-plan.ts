import type { EventOf } from "../../../log/events/catalog.js";
import { dayMs, epochMs } from "../../../log/events/time.js";
import type { LedgerWriter } from "../../../log/store/ledger-writer.js";
import { wordOverlap, wordsOf } from "../../../reading/language/words.js";
import { type TaskRow, taskChars, tasks } from "../../../runs/fold/tasks.js";

/** A plan that nobody came back to for a day is not what a task of today was planned with. */
const openMs = dayMs;
const plansLookedAt = 100;

interface Completion {
  readonly task: string;
  readonly summary: string | undefined;
  readonly run: string | undefined;
  readonly actor: string;
  readonly origin: string;
}

/**
 * The task as it is known, after it was joined to the plan that named no task and was made for it, if there is
 * one. A swarm's coordinator plans before there are ids, and its workers complete.
 */
export async function joinPlan(
  writer: LedgerWriter,
  completion: Completion,
  now: number,
): Promise<TaskRow | undefined> {
  const { task, summary, run, actor, origin } = completion;
  const row = await writer.row(tasks, task);
  if (row !== undefined && row.plannedAt !== null && row.joined === null) return row;
  const open = (await openPlans(writer, task, now)).filter(({ at }) => at > (row?.plannedAt ?? ""));
  const plan = nearest(open, completion);
  if (plan === undefined) return row;
  const { text: planned, strategies } = plan.data;
  const text = [planned, ...(summary === undefined ? [] : [summary])].join("\n").slice(0, taskChars);
  const data = { plan: plan.id, plannedAt: plan.at, text, strategies };
  await writer.append({ type: "plan-joined", data, task, run, actor, origin });
  return writer.row(tasks, task);
}

/** Newest first: those without a task that no task of another epic was joined to. */
async function openPlans(
  writer: LedgerWriter,
  task: string,
  now: number,
): Promise<readonly EventOf<"plan-made">[]> {
  const taken = new Map<string, string>();
  for (const { data, task: other } of await writer.latest("plan-joined", plansLookedAt))
    if (other !== undefined) taken.set(data.plan, epicOf(other));
  return (await writer.latest("plan-made", plansLookedAt)).filter(
    (plan) =>
      plan.task === undefined &&
      now - epochMs(plan.at) <= openMs &&
      (taken.get(plan.id) ?? epicOf(task)) === epicOf(task),
  );
}

/** The swarm numbers the subtasks of an epic: bd-123.1, bd-123.2. */
function epicOf(task: string): string {
  return task.replace(/\.\d+$/, "");
}

/** The caller's own first, then the one whose words the summary shares, then the newest. */
function nearest(
  plans: readonly EventOf<"plan-made">[],
  { summary = "", run, actor }: Completion,
): EventOf<"plan-made"> | undefined {
  const words = wordsOf(summary);
  const closeness = (plan: EventOf<"plan-made">) =>
    (plan.run !== undefined && plan.run === run ? 4 : 0) +
    (plan.actor === actor ? 2 : 0) +
    wordOverlap(wordsOf(plan.data.text), words);
  return plans.toSorted((one, other) => closeness(other) - closeness(one))[0];
}
