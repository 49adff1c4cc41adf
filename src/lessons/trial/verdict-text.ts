import { counted } from "../../base/text/counted.js";
import type { Immutable } from "../../verbs/call/immutable.js";
import type { Measured } from "./measured-lesson.js";
import type { TrialReport } from "./report-trials.js";

/** How often a failure came back, as a person reads it. */
export function repeatedText({ sessions, repeated }: Measured["shown"]): string {
  return `${repeated} of ${sessions}`;
}

/** Beyond this a number says no more than that the difference is small. */
const countedOut = 1_000;

/** What follows from the sessions, in one sentence. */
export function verdictText({ verdict, sessionsLeft }: Pick<Measured, "verdict" | "sessionsLeft">): string {
  if (verdict !== "not known yet" || sessionsLeft === null) return verdict;
  const left =
    sessionsLeft > countedOut ? `more than ${countedOut} sessions` : counted(sessionsLeft, "more session");
  return `not known yet: ${left}`;
}

/** Whether the difference may be chance, in plain words. */
export function certaintyText({ verdict }: { readonly verdict: Measured["verdict"] }): string {
  if (verdict === "no difference") return "There is no difference worth the words.";
  return verdict === "not known yet"
    ? "The difference may still be chance."
    : "The difference is far beyond chance.";
}

export const classColumns = [
  "class",
  "lessons",
  "came back when shown",
  "when held out",
  "evidence",
  "verdict",
];

/** What the lessons of each class say together, as rows for a table. */
export function classCells(classes: Immutable<TrialReport["classes"]>): (string | number)[][] {
  return classes.map(({ class: name, lessons, shown, heldOut, evidence, verdict }) => [
    name,
    lessons,
    repeatedText(shown),
    repeatedText(heldOut),
    evidence,
    verdict,
  ]);
}

/** What all lessons on trial come to together. */
export function trialSentence({ shown, heldOut, evidence, verdict }: Immutable<TrialReport>): string {
  return (
    `All together: ${verdict}. Failures came back ${repeatedText(shown)} times when their lesson was shown, and ` +
    `${repeatedText(heldOut)} times when it was held out (evidence ${evidence}; 20 is enough).`
  );
}

/** The lessons on trial as a table for people, a column for each of `trialColumns`. */
export function trialRows({ lessons }: Immutable<TrialReport>): readonly (readonly (string | number)[])[] {
  return lessons.map((each) => [
    each.text,
    repeatedText(each.shown),
    repeatedText(each.heldOut),
    each.evidence,
    verdictText(each),
    each.inList ? "yes" : "no",
    each.lesson,
  ]);
}

export const trialColumns = ["lesson", "shown", "held out", "evidence", "verdict", "sure in a list", "id"];
