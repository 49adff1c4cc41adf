import { defineView } from "../view.js";
import { Filters } from "./filters.js";
import { LessonList } from "./lesson-list.js";
import { LessonPanel } from "./lesson-panel.js";
import { type LessonsData, loadLessons } from "./lessons-data.js";

/** Every lesson with its track record, and beside it the one that is open. */
export const lessons = defineView<LessonsData>({
  title: "Lessons",
  load: loadLessons,
  Body: ({ data, place }) => (
    <>
      <h1 class="unseen">Lessons</h1>
      <Filters place={place} total={data.list.total} />
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
        {data.open === null ? null : <LessonPanel open={data.open} place={place} now={data.now} />}
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
