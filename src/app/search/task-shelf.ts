import { forgottenMark } from "../../log/events/blank-text.js";
import type { EventType } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { tasks } from "../../projections/tasks.js";
import type { Shelf } from "./shelf.js";

/**
 * Planned tasks by what they are about. Not among the lessons: tasks have other words, and would count as
 * lessons looked at.
 */
export const taskShelf: Shelf = {
  keyOf: (project) => `${project} tasks`,
  touched: async (reader, events) => {
    const planned = events.flatMap(({ type, task }) =>
      type === "plan-made" && task !== undefined ? [task] : [],
    );
    // What is forgotten is blanked in plans as well, long behind this place in the log.
    const blanked = events.some(({ type }) => forgetting.includes(type)) ? await blankedTasks(reader) : [];
    return [...new Set([...planned, ...blanked])];
  },
  indexed: async (reader, task) => {
    const text = (await reader.row(tasks, task))?.text ?? "";
    return text === "" ? undefined : { id: task, kind: "task", text };
  },
  all: async (reader) => (await reader.rows(tasks)).filter(({ text }) => text !== "").map(({ task }) => task),
};

const forgetting: readonly EventType[] = ["lesson-forgotten", "text-forgotten"];

async function blankedTasks(reader: LedgerReader): Promise<readonly string[]> {
  return (await reader.rows(tasks))
    .filter(({ text }) => text.includes(forgottenMark))
    .map(({ task }) => task);
}
