import { forgottenMark } from "../../log/events/blank-text.js";
import type { EventType } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { tasks } from "../../runs/fold/tasks.js";
import type { Shelf } from "./shelf.js";

/**
 * Tasks and past sessions by what they are about. Not among the lessons: tasks have other words, and would count as
 * lessons looked at.
 */
export const taskShelf: Shelf = {
  keyOf: (project) => `${project} tasks`,
  touched: async (reader, events) => {
    const named = events.flatMap(({ type, task }) =>
      describing.includes(type) && task !== undefined ? [task] : [],
    );
    // What is forgotten is blanked in plans as well, long behind this place in the log.
    const blanked = events.some(({ type }) => forgetting.includes(type)) ? await blankedTasks(reader) : [];
    return [...new Set([...named, ...blanked])];
  },
  indexed: async (reader, task) => {
    const { text = "", session = null } = (await reader.row(tasks, task)) ?? {};
    return text === "" ? undefined : { id: task, kind: session === null ? "task" : "session", text };
  },
  all: async (reader) => (await reader.rows(tasks)).filter(({ text }) => text !== "").map(({ task }) => task),
};

/** What may say what a task is about. */
const describing: readonly EventType[] = ["plan-made", "plan-joined", "outcome-recorded", "session-learned"];

const forgetting: readonly EventType[] = ["lesson-forgotten", "text-forgotten"];

async function blankedTasks(reader: LedgerReader): Promise<readonly string[]> {
  return (await reader.rows(tasks))
    .filter(({ text }) => text.includes(forgottenMark))
    .map(({ task }) => task);
}
