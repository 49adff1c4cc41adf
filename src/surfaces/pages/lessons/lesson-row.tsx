import { Ago } from "../parts/ago.js";
import { Behind, eventsThat } from "../parts/behind.js";
import { RateBar } from "../parts/rate-bar.js";
import type { Lesson } from "./lesson-choices.js";
import { LessonTitle } from "./lesson-title.js";
import { broughtBy, intervalText, kindNames, measuredOf } from "./lesson-words.js";

interface RowProps {
  readonly lesson: Lesson;
  readonly project: string;
  readonly address: string;
  readonly now: string;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** A lesson in two lines: its words, and what is known of it. */
export function LessonRow({ lesson, project, address, now, isOpen, isChosen, onChoose }: RowProps) {
  const { id, text, kind, state, lastSeenAt, exposures } = lesson;
  const measured = measuredOf(lesson);
  return (
    <>
      <input
        type="checkbox"
        aria-label={`Choose: ${text}`}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <div class="lesson">
        <a href={address} aria-current={isOpen ? "true" : undefined} data-lesson={id}>
          <LessonTitle lesson={lesson} />
        </a>
        <small>
          <span class={`state ${state}`}>{state}</span> {kindNames[kind]} · {broughtBy(lesson)} ·{" "}
          <Ago at={lastSeenAt} now={now} />
        </small>
      </div>
      <div class="record">
        {measured === null ? (
          <small>
            {exposures === 0 ? (
              "not shown yet"
            ) : (
              <Behind href={eventsThat(project, "lesson-exposed", id)}>
                shown {exposures} {exposures === 1 ? "time" : "times"}
              </Behind>
            )}
          </small>
        ) : (
          <a href={address} title={`Failed again with and without it: ${intervalText(measured)}`}>
            <RateBar shown={measured.shown} heldOut={measured.heldOut} />
            <small>
              <b class={measured.verdict.replaceAll(" ", "-")}>{measured.verdict}</b>
            </small>
          </a>
        )}
      </div>
    </>
  );
}
