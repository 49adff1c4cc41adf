import { counted } from "../../../base/text/counted.js";
import { Behind, eventsThat } from "../parts/behind.js";
import type { Lesson } from "./lesson-choices.js";
import { callOf } from "./lesson-title.js";

interface FailureProps {
  readonly lesson: Extract<Lesson, { readonly kind: "failure" }>;
  readonly project: string;
}

/** The call, what it said and what worked instead, each as it stood in a terminal. */
export function FailureParts({ lesson, project }: FailureProps) {
  const { cause, remedies, word } = lesson;
  return (
    <dl class="failure">
      <dt>Call</dt>
      <dd>
        <code>{callOf(lesson) ?? lesson.text}</code>
      </dd>
      <dt>Error</dt>
      <dd>
        <code>{cause}</code>
      </dd>
      {word === null ? null : (
        <>
          <dt>A person says</dt>
          <dd>{word}</dd>
        </>
      )}
      {remedies.slice(0, remediesShown).map(({ advice, sessions }, index) => (
        <>
          <dt>{index === 0 ? "What worked" : "Or"}</dt>
          <dd>
            <code>{advice}</code>{" "}
            <small>
              in{" "}
              <Behind href={eventsThat(project, "failure-undone", lesson.id)}>
                {counted(sessions, "session")}
              </Behind>
            </small>
          </dd>
        </>
      ))}
    </dl>
  );
}

const remediesShown = 3;

/** How often it failed, and what became of telling agents. */
export function KnownFailure({ lesson, project }: FailureProps) {
  const { id, count, sessions, exposures, workedAfter, repeatedAfter } = lesson;
  return (
    <>
      <p>
        It failed{" "}
        <Behind href={eventsThat(project, "reflection-", callOf(lesson) ?? id)}>
          {counted(count, "time")} in {counted(sessions, "session")}
        </Behind>
        . {stateText(lesson)}
      </p>
      {exposures === 0 ? null : (
        <p>
          <Behind href={eventsThat(project, "lesson-exposed", id)}>Shown {counted(exposures, "time")}</Behind>
          : the call then worked in {counted(workedAfter, "session")} and failed again in {repeatedAfter}.
        </p>
      )}
    </>
  );
}

function stateText({ state, worksSince, measured }: FailureProps["lesson"]): string {
  if (measured?.verdict === "harms" && state !== "retired")
    return "Agents are no longer shown it, because it harms.";
  switch (state) {
    case "active":
      return "Agents are shown it at the start of a session, and when it fails again.";
    case "ready":
      return "Agents are shown it when it fails again.";
    case "asleep":
      return worksSince === null
        ? "A person put it to sleep; it wakes when the failure comes back."
        : "The call works again; the lesson wakes when it fails.";
    case "retired":
      return "It was retired: agents are not shown it.";
    case "unsolved":
      return "No fix is known, so agents are not told. What should they do?";
  }
}
