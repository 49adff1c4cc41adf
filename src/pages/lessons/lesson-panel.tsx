import { useEffect, useRef, useState } from "preact/hooks";
import { useActs } from "../acts.js";
import { Ago } from "../parts/ago.js";
import { Decision } from "../parts/decision.js";
import { TwoBars } from "../parts/two-bars.js";
import { addressOf, type Place } from "../place.js";
import { choicesFor, type Lesson } from "./lesson-choices.js";
import { broughtBy, intervalText, kindNames, measuredOf } from "./lesson-words.js";
import type { OpenLesson } from "./lessons-data.js";

interface PanelProps {
  readonly open: OpenLesson;
  readonly place: Place;
  readonly now: string;
}

/** Everything about one lesson, and what a person can do about it. */
export function LessonPanel({ open: { history, explained }, place, now }: PanelProps) {
  const { go, reload } = useActs();
  const { lesson } = history;
  const title = useRef<HTMLHeadingElement>(null);
  const closed = addressOf({ ...place, item: undefined });
  // Another lesson takes the focus; fresh data of the same one does not.
  useEffect(() => title.current?.focus({ preventScroll: true }), [lesson.id]);
  return (
    <aside class="panel" aria-label="Lesson">
      <a class="close" href={closed} aria-label="Close">
        ×
      </a>
      <h2 ref={title} tabIndex={-1}>
        {lesson.text}
      </h2>
      <p class="soft">
        <span class={`state ${lesson.state}`}>{lesson.state}</span> {kindNames[lesson.kind]}, brought in by{" "}
        {broughtBy(lesson.origin)}, last seen <Ago at={lesson.lastSeenAt} now={now} />
      </p>
      <MeasuredPart lesson={lesson} />
      <h3>Decide</h3>
      {lesson.kind === "directive" ? <EditText key={lesson.id} lesson={lesson} /> : null}
      <Decision
        key={`${lesson.id} ${lesson.state}`}
        choices={choicesFor(lesson)}
        about={lesson.text}
        spelledOut
        after={async ({ label }) => (label === "Forget" ? go(closed, "replace") : reload())}
      />
      <h3>What is known</h3>
      <ul class="answer">
        {explained.answer
          .filter((sentence) => sentence !== lesson.text)
          .map((sentence) => (
            <li key={sentence}>{withShortTimes(sentence)}</li>
          ))}
      </ul>
      <details class="rule">
        <summary>The rule</summary>
        <p>{explained.rule}</p>
      </details>
      <History history={history.history} now={now} />
      <p class="soft">
        <code>{lesson.id}</code>
      </p>
    </aside>
  );
}

/** Times to the minute: an answer for the terminal has them to the millisecond. */
function withShortTimes(sentence: string): string {
  return sentence.replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d\.\d{3}Z/g, "$1 $2");
}

function MeasuredPart({ lesson }: { readonly lesson: Lesson }) {
  const measured = measuredOf(lesson);
  if (measured === null) return null;
  const { shown, heldOut, verdict, sessionsLeft } = measured;
  return (
    <div class="measured">
      <TwoBars shown={shown} heldOut={heldOut} />
      <p>
        <b class={verdict.replaceAll(" ", "-")}>{verdict}</b>: it failed again in {shown.repeated} of{" "}
        {shown.sessions} sessions with it and in {heldOut.repeated} of {heldOut.sessions} without, a
        difference of {intervalText(measured)}.
        {sessionsLeft === null ? null : ` About ${sessionsLeft} more sessions will tell.`}
      </p>
    </div>
  );
}

/** The text of a rule can be changed, and changed back. */
function EditText({ lesson: { id, text } }: { readonly lesson: Lesson }) {
  const { call, reload, say } = useActs();
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  if (draft === null)
    return (
      <div class="choice">
        <button type="button" onClick={() => setDraft(text)}>
          Edit
        </button>
        <small>Changes its words. It keeps its history, and you can change it back.</small>
      </div>
    );
  const save = async () => {
    try {
      await call("lessons edit", { lesson: id, text: draft });
      const undo = async () => {
        await call("lessons edit", { lesson: id, text, reason: "a person took the change back" });
      };
      say({ text: "Its words are changed.", undo });
      setDraft(null);
      await reload();
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        aria-label="The new text"
        rows={3}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      <button class="main" type="submit" disabled={draft.trim() === "" || draft === text}>
        Save
      </button>{" "}
      <button class="quiet" type="button" onClick={() => setDraft(null)}>
        Leave it
      </button>
      {fault === null ? null : (
        <p class="refused" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}

type HistoryEntry = OpenLesson["history"]["history"][number];

/** The newest; Log has the rest. */
const eventsShown = 8;

function History({ history, now }: { readonly history: readonly HistoryEntry[]; readonly now: string }) {
  const shown = history.filter(({ line }) => line !== null);
  const rest = history.filter(({ line }) => line === null).slice(0, eventsShown);
  return (
    <>
      <h3>What agents read</h3>
      {shown.length === 0 ? <p class="soft">It was not shown yet.</p> : null}
      <ol class="events">
        {shown.map(({ seq, at, session, line }) => (
          <li key={seq}>
            <pre>{line}</pre>
            <small>
              <Ago at={at} now={now} />
              {session === null ? null : ` in session ${session}`}
            </small>
          </li>
        ))}
      </ol>
      <h3>What happened</h3>
      <ol class="events">
        {rest.map(({ seq, at, type, actor, session, reason }) => (
          <li key={seq}>
            {type.replaceAll("-", " ")} by {actor}
            {session === null ? null : ` in session ${session}`} <Ago at={at} now={now} />
            {reason === null ? null : <p class="soft">“{reason}”</p>}
          </li>
        ))}
      </ol>
    </>
  );
}
