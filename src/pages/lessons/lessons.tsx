import { type FilterField, Filters } from "../parts/filters.js";
import { defineView } from "../view.js";
import { LessonList } from "./lesson-list.js";
import { LessonPanel } from "./lesson-panel.js";
import { kindNames, states, verdicts } from "./lesson-words.js";
import { type LessonsData, loadLessons } from "./lessons-data.js";

const fields: readonly FilterField[] = [
  { name: "words", label: "Words", type: "search" },
  { name: "kind", label: "Kind", choices: [["", "all"], ...Object.entries(kindNames)] },
  { name: "state", label: "State", choices: [["", "all"], ...states.map((each) => [each, each] as const)] },
  {
    name: "verdict",
    label: "Verdict",
    choices: [["", "all"], ...verdicts.map((each) => [each, each] as const)],
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
      </Filters>
      <div class={data.open === null ? "lessons-body" : "lessons-body opened"}>
        <div class="lessons-list">
          {data.isMissing ? (
            <p class="soft" role="status">
              There is no lesson {place.item} here, or no longer.
            </p>
          ) : null}
          {data.list.total === 0 ? <NoLessons isFiltered={Object.keys(place.query).length > 0} /> : null}
          <LessonList data={data} place={place} />
        </div>
        {data.open === null ? null : <LessonPanel open={data.open} place={place} now={data.list.at} />}
      </div>
    </>
  ),
});

function NoLessons({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <p class="soft">No lesson fits.</p>;
  return (
    <p>
      There are no lessons yet. They come from failures that a session undid, from what you correct, and from
      rules that you add with <code>whetstone lessons add</code>.
    </p>
  );
}
