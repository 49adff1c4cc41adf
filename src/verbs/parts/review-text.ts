import type { Style } from "../../base/terminal/style.js";
import { counted } from "../../base/text/counted.js";
import { sessionsIn } from "../../lessons/directive/fold/directive-row.js";
import { questionAbout, type UnsolvedFailure } from "../../lessons/unsolved.js";
import type { WaitingLesson } from "../../lessons/waiting-lessons.js";

/** What waits for a person, and what was decided just now. */
export interface Review {
  readonly waiting: readonly WaitingLesson[];
  readonly unsolved: readonly UnsolvedFailure[];
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

export const nothingWaits = "Nothing waits for you.";

export function reviewText({ waiting, unsolved, accepted, rejected }: Review, style: Style): string {
  const done = [
    ...accepted.map((lesson) => `${style.bold(lesson)} is ${style.green("in force")}`),
    ...rejected.map((lesson) => `${style.bold(lesson)} is rejected, and not proposed again`),
  ];
  if (waiting.length + unsolved.length === 0) return [...done, nothingWaits].join("\n");
  const listed = waiting.flatMap((each) => [
    style.bold(each.lesson),
    waitingText(each),
    ...(each.blocks === null
      ? []
      : [`  to block '${each.blocks}' too: whetstone lessons review --block ${each.lesson}`]),
  ]);
  const asked = unsolved.flatMap((each) => [
    style.bold(each.lesson),
    unsolvedText(each),
    `  to say it: whetstone lessons promote ${each.lesson} --reason "..."`,
  ]);
  return [...done, ...listed, ...asked].join("\n");
}

export function unsolvedText(failure: UnsolvedFailure): string {
  return `  ${failure.text}\n  ${questionAbout(failure)}`;
}

/** The words, the call they were about, where and how often they were said. */
export function waitingText({
  text,
  origin,
  said,
  firstSeenAt,
  wasRule,
  contradicts,
}: WaitingLesson): string {
  const last = said.at(-1);
  const source =
    last === undefined
      ? `  from ${origin}, ${firstSeenAt.slice(0, 10)}`
      : `  you, ${last.at.slice(0, 10)}, session ${last.session.slice(0, 8)}; said ${counted(
          said.length,
          "time",
        )} in ${counted(sessionsIn(said), "session")}`;
  const about = said.findLast(({ call }) => call !== null)?.call;
  return [
    `  “${text}”`,
    ...(about === undefined ? [] : [`  about: ${about}`]),
    source,
    ...(wasRule ? ["  it was in force by being said twice, and is no rule until you accept it"] : []),
    ...(contradicts.length === 0 ? [] : [`  it says the opposite of ${contradicts.join(", ")}`]),
  ].join("\n");
}
