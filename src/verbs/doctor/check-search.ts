import { counted } from "../../base/text/counted.js";
import { caughtUp } from "../../lessons/search/lesson-index.js";
import { eventsAtMost } from "../../lessons/search/next-search.js";
import { searchHealth } from "../../lessons/search/search-health.js";
import type { Context } from "../call/context.js";
import type { Check } from "./check.js";

/**
 * Which way lessons are found, whether what is written is found again and, where the log can be read, whether
 * all of it is in.
 */
export async function checkSearch(context: Context, readable: boolean): Promise<Check> {
  const { ledger } = context;
  const { healthy, problem } = await searchHealth(context);
  if (!healthy)
    return {
      name: "search",
      state: "problem",
      detail: problem ?? "a text that was written is not found",
      next: "delete the folder 'vectors' of the project's data: it comes back from the log",
    };
  if (readable) await caughtUp(context, { eventsAtMost });
  const { by, model, lessons, missing, position, notes } = await (await context.search()).status(
    ledger.project,
  );
  const found = `${by}${model === undefined ? "" : ` (${model})`}, ${counted(lessons, "lesson")}`;
  // What the hub has not numbered yet is read again by every process, so it is not a gap.
  const end = readable ? (await ledger.read((reader) => reader.numbering())).settled : position;
  const behind = Math.max(0, end - position);
  const gaps = [
    ...notes,
    ...(missing > 0 ? [`${missing} of them have no vector of the chosen model yet`] : []),
    ...(behind > eventsAtMost ? [`${counted(behind, "event")} are not in the index yet`] : []),
  ];
  if (gaps.length === 0) return { name: "search", state: "ok", detail: found };
  return {
    name: "search",
    state: "warning",
    detail: [found, ...gaps].join("; "),
    next:
      notes.length > 0
        ? "lessons are found by words meanwhile"
        : "run 'whetstone search' once: it brings the index up to the log, as an idle server does",
  };
}
