import { counted } from "../../base/text/counted.js";
import { sessionsToSleep, stateOfFailure } from "../../engines/failures/failure-state.js";
import { failureText } from "../../engines/failures/lesson-text.js";
import { quoteAsData } from "../../engines/unconfirmed/quote-as-data.js";
import type { Explanation } from "../../lessons/kind.js";
import { type FailureRow, filesOf } from "../../projections/failures.js";

/** What keeps failing, what undid it, where the lesson stands, and what came of saying so. */
export function explainFailure(row: FailureRow): Explanation {
  const { sessionCount, count, workedAfter, repeatedAfter, exposures } = row;
  return {
    answer: [
      failureText(row),
      `It is a failure of kind ${row.kind}: it came ${counted(count, "time")} in ` +
        `${counted(sessionCount, "session")}, first at ${row.firstAt} and last at ${row.lastAt}.`,
      stateSentence(row),
      ...row.remedies.map(remedySentence),
      ...(row.word === null ? [] : [`A person says: ${quoteAsData(row.word)}`]),
      ...row.examples.map((example) => `A call that failed: ${quoteAsData(example)}`),
      ...filesOf(row).map((file) => `It was about ${quoteAsData(file)} in two sessions.`),
      `It was shown ${counted(exposures, "time")}: ${counted(workedAfter, "session")} worked after being ` +
        `told, ${repeatedAfter} failed again although told.`,
      ...(row.stopped === 0 ? [] : [`It stopped ${counted(row.stopped, "call")} before the call failed.`]),
    ],
    numbers: { count, sessions: sessionCount, exposures, stopped: row.stopped, workedAfter, repeatedAfter },
    rule:
      "unsolved until a remedy is proven or a person says a word; active after failing in two sessions, or " +
      "twice in one; only misuse, environment and host failures are said before they happen; work in " +
      "progress never is; asleep once " +
      `the call has worked in ${sessionsToSleep} sessions, or when a person puts it to sleep, awake with the next failure`,
  };
}

function stateSentence(row: FailureRow): string {
  switch (stateOfFailure(row)) {
    case "active":
      return "It is active.";
    case "asleep":
      if (row.slept !== null)
        return `A person put it to sleep: ${row.slept.reason}. It wakes when the failure comes back.`;
      return `It is asleep: the call works again since ${row.worked[0]?.at ?? row.lastAt}.`;
    case "retired":
      return `It was put away: ${row.retired}. 'whetstone lessons activate' brings it back.`;
    case "unsolved":
      return (
        "It is unsolved: nothing has undone it yet, so nothing is said of it. 'whetstone lessons promote' " +
        "with a reason says what to do about it."
      );
    case "ready":
      return row.kind === "work"
        ? "It is about work in progress: it is said only at the failure, as a known failing test."
        : "It is ready: it is said only when the same failure comes back.";
  }
}

function remedySentence({ advice, sessions }: FailureRow["remedies"][number]): string {
  return `What worked in ${counted(sessions.length, "session")}: ${quoteAsData(advice)}`;
}
