import { counted } from "../../base/text/counted.js";
import type { Context } from "../../verbs/call/context.js";
import { namedIn } from "../brief/left-out.js";
import type { FailureRow } from "../failure/fold/failures.js";
import { type KnownFailure, knownFailure } from "../failure/rules/known.js";
import { sessionsToSleep, stateOfFailure } from "../failure/rules/state.js";
import { failureText } from "../failure/rules/text.js";
import type { Explanation } from "../kind.js";
import { quoteAsData } from "../unconfirmed/quote-as-data.js";

/** What keeps failing, what undid it, where the lesson stands, and what came of saying so. */
export function explainFailure(row: FailureRow): Explanation {
  const { sessionCount, count, workedAfter, repeatedAfter, exposures } = row;
  return {
    answer: [
      failureText(row),
      `It failed ${counted(count, "time")} in ${counted(sessionCount, "session")}, first at ${row.firstAt} and ` +
        `last at ${row.lastAt}.`,
      stateSentence(row),
      ...row.pairs.map(pairSentence),
      ...(row.word === null ? [] : [`A person says: ${quoteAsData(row.word)}`]),
      ...row.examples.map((example) => `A call that failed: ${quoteAsData(example)}`),
      exposures === 0
        ? "It was not shown yet."
        : `It was shown ${counted(exposures, "time")}: the call then worked in ${counted(workedAfter, "session")} ` +
          `and failed again in ${repeatedAfter}.`,
      ...(row.stopped === 0 ? [] : [`It stopped ${counted(row.stopped, "call")} before the call failed.`]),
    ],
    numbers: { count, sessions: sessionCount, exposures, stopped: row.stopped, workedAfter, repeatedAfter },
    rule:
      "unsolved until something worked instead or a person says a word; active after failing in two sessions, " +
      "or twice in one; nothing is learned from what worked after an edit; asleep once " +
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
      return `It was retired: ${row.retired}. 'whetstone lessons activate' brings it back.`;
    case "unsolved":
      return (
        "It is unsolved: no fix is known, so agents are shown none. What should they do? Say it with " +
        "'whetstone lessons promote' and a reason."
      );
    case "ready":
      return "It is ready: it is shown only when the same failure comes back.";
  }
}

function pairSentence({ sessions, worked, waits }: FailureRow["pairs"][number]): string {
  const waiting = waits === true ? " It is not shown before a person vouches for the lesson." : "";
  return `What worked in ${counted(sessions.length, "session")}: ${quoteAsData(worked.text)}.${waiting}`;
}

/** What agents are told to do about a failure: the person's word, or the command that undid it. */
export function adviceOf({ word, chosen }: KnownFailure): {
  readonly text: string;
  readonly command: string;
} {
  const command = chosen?.pair.worked.text ?? "";
  return word === "" ? { text: command, command } : { text: word, command: "" };
}

/** Which files of the project say what to do about a failure, as sentences. */
export async function explainReachOfFailure(context: Context, row: FailureRow): Promise<readonly string[]> {
  const known = knownFailure(row, undefined);
  if (known === undefined) return [];
  const { text, command } = adviceOf(known);
  const instructions = await context.instructions();
  return instructions.all().flatMap((file) => {
    const match = file.compare(text) ?? namedIn([file], command);
    if (match?.relation !== "same") return [];
    const readers = instructions.hostsOf(file.path);
    const where = `${file.path} line ${match.line} says what to do`;
    return readers.length === 0
      ? []
      : [`${where}: ${readers.join(", ")} read it there, and are shown it only when it fails again.`];
  });
}
