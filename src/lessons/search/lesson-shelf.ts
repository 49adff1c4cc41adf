import { forgottenMark } from "../../log/events/blank-text.js";
import type { WhetstoneEvent } from "../../log/events/catalog.js";
import type { LedgerReader } from "../../log/store/ledger-reader.js";
import { adapters } from "../../runs/fold/adapters.js";
import { patternOf } from "../../runs/policy/failing-adapters.js";
import { unattributed } from "../../runs/reliability/attribution.js";
import { isPattern, patternIdOf } from "../../runs/reliability/failure-pattern.js";
import { patternWords } from "../../runs/reliability/patterns-to-tell.js";
import type { IndexedLesson } from "../../search/project-words.js";
import { lessonRow } from "../find-lesson.js";
import { keysChangedBy } from "../kind.js";
import { kinds } from "../kinds.js";
import type { Shelf } from "./shelf.js";

/** The kinds of lessons in the index; a pattern is a way in which an adapter keeps failing. */
export const lessonKinds = [...kinds.map(({ name }) => name), "pattern" as const];

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
  const found: string[] = [];
  for (const { view } of kinds) found.push(...(await reader.rows(view)).map(({ lesson }) => lesson));
  const patterns = (await reader.rows(adapters)).flatMap((row) => row.patterns.map(({ id }) => id));
  return [...found, ...patterns];
}

/** Lessons with a text that was forgotten in a part of them, long behind this place in the log. */
async function blankedLessons(reader: LedgerReader): Promise<readonly string[]> {
  const found: string[] = [];
  for (const lesson of await allLessons(reader))
    if ((await indexedOf(reader, lesson))?.text.includes(forgottenMark) === true) found.push(lesson);
  return found;
}

/** Lessons and patterns whose text, triggers, weight or place among the living an event may change. */
function changedLessons(event: WhetstoneEvent): readonly string[] {
  const pattern = event.type === "outcome-recorded" ? patternIdOf(event.data) : undefined;
  const lessons = kinds
    .filter(({ searchTextChangesWith }) => searchTextChangesWith.includes(event.type))
    .flatMap(({ view }) => keysChangedBy(view, event));
  return pattern === undefined ? lessons : [...lessons, pattern];
}

async function indexedOf(reader: LedgerReader, id: string): Promise<IndexedLesson | undefined> {
  if (isPattern(id)) {
    const found = await patternOf(reader, id);
    if (found === undefined || found.row.adapter === unattributed) return undefined;
    return { id, kind: "pattern", text: patternWords(found.pattern) };
  }
  const found = await lessonRow(reader, id);
  const indexed = found?.of.searchText(found.row);
  return found && indexed && { id: found.row.lesson, kind: found.of.name, ...indexed };
}
