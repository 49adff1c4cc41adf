import { stateOfFailure } from "../../engines/failures/failure-state.js";
import { failureText } from "../../engines/failures/lesson-text.js";
import { failureId, isFailure } from "../../engines/failures/signature.js";
import { strategies, strategyOf } from "../../lessons/strategy/strategies.js";
import { forgottenMark } from "../../log/events/blank-text.js";
import type { WhetstoneEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { adapters } from "../../projections/adapters.js";
import { directives, isDirective } from "../../projections/directives.js";
import { failures, isLesson } from "../../projections/failures.js";
import { insights, isInsight } from "../../projections/insights.js";
import { unattributed } from "../../runs/reliability/attribution.js";
import { isPattern, patternIdOf } from "../../runs/reliability/failure-pattern.js";
import { patternWords } from "../../runs/reliability/patterns-to-tell.js";
import type { IndexedLesson } from "../../search/project-words.js";
import { patternOf } from "../policy/failing-adapters.js";
import type { Shelf } from "./shelf.js";

/** The kinds of lessons in the index; a pattern is a way in which an adapter keeps failing. */
export const lessonKinds = ["strategy", "insight", "directive", "failure", "pattern"] as const;

/** Every lesson that may be found, of all kinds. */
export const lessonShelf: Shelf = {
  keyOf: (project) => project,
  touched: async (reader, events) => {
    const blanked = events.some(({ type }) => type === "text-forgotten") ? await blankedLessons(reader) : [];
    return [...new Set([...events.flatMap(changedLessons), ...blanked])];
  },
  indexed: indexedOf,
  all: allLessons,
};

async function allLessons(reader: LedgerReader): Promise<readonly string[]> {
  return [
    ...(await reader.rows(strategies)).map((row) => row.lesson),
    ...(await reader.rows(insights)).map((row) => row.lesson),
    ...(await reader.rows(directives)).map((row) => row.lesson),
    ...(await reader.rows(failures)).filter(isLesson).map((row) => row.lesson),
    ...(await reader.rows(adapters)).flatMap((row) => row.patterns.map(({ id }) => id)),
  ];
}

/** Lessons with a text that was forgotten in a part of them, long behind this place in the log. */
async function blankedLessons(reader: LedgerReader): Promise<readonly string[]> {
  const found: string[] = [];
  for (const lesson of await allLessons(reader))
    if ((await indexedOf(reader, lesson))?.text.includes(forgottenMark) === true) found.push(lesson);
  return found;
}

/** Lessons whose text, triggers, weight or place among the living an event may change. */
function changedLessons(event: WhetstoneEvent): readonly string[] {
  switch (event.type) {
    case "strategy-observed":
    case "lesson-observed":
    case "lesson-proposed":
    case "lesson-activated":
    case "lesson-promoted":
    case "lesson-quarantined":
    case "lesson-hardened":
    case "directive-escalated":
    case "directive-set":
    case "lesson-retired":
    case "lesson-edited":
    case "lesson-put-to-sleep":
    case "lesson-decision-undone":
      return [event.data.lesson];
    case "reflection-recorded":
      return event.data.signature === undefined ? [] : [failureId(event.data.signature)];
    case "outcome-recorded": {
      const pattern = patternIdOf(event.data);
      return pattern === undefined ? [] : [pattern];
    }
    case "lesson-forgotten":
      return [strategyOf(event.data.lesson)];
    default:
      return [];
  }
}

async function indexedOf(reader: LedgerReader, lesson: string): Promise<IndexedLesson | undefined> {
  if (isPattern(lesson)) {
    const found = await patternOf(reader, lesson);
    if (found === undefined || found.row.adapter === unattributed) return undefined;
    return { id: lesson, kind: "pattern", text: patternWords(found.pattern) };
  }
  if (isInsight(lesson)) {
    const row = await reader.row(insights, lesson);
    return row && { id: lesson, kind: "insight", text: row.text };
  }
  if (isDirective(lesson)) {
    const row = await reader.row(directives, lesson);
    if (row === undefined || row.status === "archived") return undefined;
    const { text, tags, triggers, requiredActions, forbiddenActions, priority } = row;
    const words = [text, ...tags, ...requiredActions, ...forbiddenActions].join("\n");
    return { id: lesson, kind: "directive", text: words, triggers, critical: priority === "critical" };
  }
  if (isFailure(lesson)) {
    const row = await reader.row(failures, lesson);
    if (row === undefined || !isLesson(row)) return undefined;
    if (["unsolved", "retired"].includes(stateOfFailure(row))) return undefined;
    return { id: lesson, kind: "failure", text: [failureText(row), ...row.examples].join("\n") };
  }
  const row = await reader.row(strategies, strategyOf(lesson));
  return row && { id: row.lesson, kind: "strategy", text: row.text };
}
