import { useState } from "preact/hooks";
import { Coded } from "../../../base/page/coded.js";
import { counted, percentage } from "../../../base/text/counted.js";
import { certaintyText } from "../../../lessons/trial/verdict-text.js";
import { eventWords } from "../../../verbs/log/event-words.js";
import { useActs } from "../acts.js";
import { Ago } from "../parts/ago.js";
import { Behind, sessionAt } from "../parts/behind.js";
import { Decision } from "../parts/decision.js";
import { Panel } from "../parts/panel.js";
import { RateBar } from "../parts/rate-bar.js";
import { withShortTimes } from "../parts/short-times.js";
import { addressOf, type Place } from "../place.js";
import { useZone } from "../zone.js";
import { FailureParts, KnownFailure } from "./known-failure.js";
import { choicesFor, type Lesson } from "./lesson-choices.js";
import { LessonReach } from "./lesson-reach.js";
import { LessonTitle } from "./lesson-title.js";
import { broughtBy, intervalText, kindNames, measuredOf, reachText, verdictWords } from "./lesson-words.js";
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
  const closed = addressOf({ ...place, item: undefined });
  const zone = useZone();
  const known = explained.answer
    .filter((sentence) => sentence !== lesson.text)
    .map((sentence) => withShortTimes(sentence, zone));
  const isFailure = lesson.kind === "failure";
  return (
    <Panel of={lesson.id} title={isFailure ? <LessonTitle lesson={lesson} /> : lesson.text} closed={closed}>
      <p class="soft">
        <span class={`state ${lesson.state}`}>{lesson.state}</span> {kindNames[lesson.kind]}, from{" "}
        {broughtBy(lesson)}, last seen <Ago at={lesson.lastSeenAt} now={now} />
      </p>
      {isFailure ? <FailureParts lesson={lesson} project={place.project} /> : null}
      {lesson.kind === "directive" ? <p class="soft">{reachText(lesson)}</p> : null}
      <h3>What is known</h3>
      <MeasuredPart lesson={lesson} project={place.project} />
      {isFailure ? <KnownFailure lesson={lesson} project={place.project} /> : <Sentences of={known} />}
      <h3>Decide</h3>
      {lesson.kind === "directive" ? <EditText key={lesson.id} lesson={lesson} /> : null}
      <Decision
        key={`${lesson.id} ${lesson.state}`}
        choices={choicesFor(lesson)}
        about={lesson.text}
        spelledOut
        after={async ({ label }) => (label === "Forget" ? go(closed, "replace") : reload())}
      />
      <LessonReach key={`${lesson.id} reach`} lesson={lesson} mutedFor={history.mutedFor} />
      <History history={history.history} project={place.project} now={now} />
      <details class="rule">
        <summary>How this is worked out</summary>
        <p>{explained.rule}.</p>
        {isFailure ? <Sentences of={known} /> : null}
        <p>
          <code>{lesson.id}</code>
        </p>
      </details>
    </Panel>
  );
}

function Sentences({ of: sentences }: { readonly of: readonly string[] }) {
  return (
    <ul class="answer">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <Coded text={sentence} />
        </li>
      ))}
    </ul>
  );
}

/** What a person reads first: how often it came back with the lesson and without. */
function MeasuredPart({ lesson, project }: { readonly lesson: Lesson; readonly project: string }) {
  const measured = measuredOf(lesson);
  if (measured === null) return null;
  const { shown, heldOut, verdict, sessionsLeft } = measured;
  const trials = (arm: "shown" | "held out") =>
    addressOf({ project, view: "log", query: { type: "trial-session-ended", holds: lesson.id, arm } });
  return (
    <div class="measured">
      <p>
        <b class={verdict.replaceAll(" ", "-")}>{verdictWords[verdict]}</b> It came back in{" "}
        <Behind href={trials("shown")}>{percentage(shown.repeated, shown.sessions)}</Behind> of sessions that
        were shown it, and in{" "}
        <Behind href={trials("held out")}>{percentage(heldOut.repeated, heldOut.sessions)}</Behind> of those
        that it was held out of.
      </p>
      <RateBar shown={shown} heldOut={heldOut} />
      <p class="soft legend">
        {certaintyText(measured)} The difference lies between {intervalText(measured)}.
        {sessionsLeft === null ? null : ` About ${counted(sessionsLeft, "more session")} will tell.`}
      </p>
    </div>
  );
}

/** The text of a rule can be changed, and changed back. */
function EditText({ lesson: { id, text, state } }: { readonly lesson: Lesson }) {
  const { call, reload, say } = useActs();
  const [draft, setDraft] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const waits = state === "proposed";
  if (draft === null)
    return (
      <div class="choice">
        <button type="button" onClick={() => setDraft(text)}>
          Edit
        </button>
        <small>
          Changes its words{waits ? ", and puts it in force" : ""}. It keeps its history, and you can undo it.
        </small>
      </div>
    );
  const save = async () => {
    try {
      const why = reason.trim() === "" ? {} : { reason: reason.trim() };
      await call("lessons edit", { lesson: id, text: draft, ...why });
      const undo = async () => {
        const takenBack = { lesson: id, reason: "a person took the change back" };
        await call("lessons edit", { ...takenBack, text });
        if (waits) await call("lessons undo", takenBack);
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
      <input
        aria-label="Why its words change"
        placeholder="Why? (optional)"
        maxLength={1000}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
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

interface HistoryProps {
  readonly history: readonly HistoryEntry[];
  readonly project: string;
  readonly now: string;
}

function History({ history, project, now }: HistoryProps) {
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
              <Ago at={at} now={now} /> <InSession session={session} project={project} />
            </small>
          </li>
        ))}
      </ol>
      <h3>What happened</h3>
      <ol class="events">
        {rest.map(({ seq, at, type, actor, session, reason }) => (
          <li key={seq}>
            <a href={addressOf({ project, view: "log", item: String(seq) })}>{eventWords(type)}</a> by {actor}{" "}
            <InSession session={session} project={project} /> <Ago at={at} now={now} />
            {reason === null ? null : <p class="soft">“{reason}”</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

function InSession({ session, project }: { readonly session: string | null; readonly project: string }) {
  if (session === null) return null;
  return (
    <>
      in session <a href={sessionAt(project, session)}>{session}</a>
    </>
  );
}
