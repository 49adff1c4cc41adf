import { type FilterField, Filters } from "../parts/filters.js";
import { addressOf, type Place } from "../place.js";
import { defineView } from "../view.js";
import { AddRule } from "./add-rule.js";
import { LessonList } from "./lesson-list.js";
import { LessonPanel } from "./lesson-panel.js";
import { kindNames, orderNames, stageNames, verdicts } from "./lesson-words.js";
import { filterIn, type LessonsData, loadLessons, usualOrder } from "./lessons-data.js";

const fields: readonly FilterField[] = [
  { name: "words", label: "Words", type: "search" },
  { name: "kind", label: "Kind", choices: [["", "all"], ...Object.entries(kindNames)] },
  { name: "stage", label: "State", choices: [["", "all"], ...Object.entries(stageNames)] },
  {
    name: "verdict",
    label: "Verdict",
    choices: [["", "all"], ...verdicts.map((each) => [each, each] as const)],
  },
  {
    name: "sort",
    label: "Sort",
    choices: Object.entries(orderNames).map(
      ([value, name]) => [value === usualOrder ? "" : value, name] as const,
    ),
  },
];

/** Every lesson with its track record, and beside it the one that is open. */
export const lessons = defineView<LessonsData>({
  title: "Lessons",
  load: loadLessons,
  Body: ({ data, place }) => (
    <>
      <h1 class="unseen">Lessons</h1>
      <Filters fields={fields} place={place}>
        <span class="total" role="status">
          {data.list.total.toLocaleString("en-US")} {data.list.total === 1 ? "lesson" : "lessons"}
        </span>
        <a class="add" href={addingAt(place)}>
          Add a rule
        </a>
      </Filters>
      <div class={data.open === null && !isAdding(place) ? "lessons-body" : "lessons-body opened"}>
        <div class="lessons-list">
          {data.isMissing ? (
            <p class="soft" role="status">
              There is no lesson {place.item} here, or no longer.
            </p>
          ) : null}
          {data.list.total === 0 ? <NoLessons place={place} /> : null}
          <LessonList data={data} place={place} />
        </div>
        {isAdding(place) ? <AddRule place={place} /> : null}
        {data.open === null ? null : <LessonPanel open={data.open} place={place} now={data.list.at} />}
      </div>
    </>
  ),
});

/** A new rule is written beside the whole list. */
function addingAt({ project, view }: Place): string {
  return addressOf({ project, view, query: { add: "rule" } });
}

function isAdding({ item, query }: Place): boolean {
  return item === undefined && query.add !== undefined;
}

function NoLessons({ place }: { readonly place: Place }) {
  const isFiltered = Object.values({ ...filterIn(place), sort: undefined }).some(
    (each) => each !== undefined,
  );
  if (isFiltered) return <p class="soft">No lesson fits.</p>;
  return (
    <p>
      There are no lessons yet. They come from failures that a session undid, from what you correct, and from{" "}
      <a href={addingAt(place)}>rules that you add</a>.
    </p>
  );
}
