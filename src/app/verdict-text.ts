import type { Measured } from "./measured-lesson.js";

/** How often a failure came back, as a person reads it. */
export function repeatedText({ sessions, repeated }: Measured["shown"]): string {
  return `${repeated} of ${sessions}`;
}

/** Beyond this a number says no more than that the difference is small. */
const countedOut = 1_000;

/** What follows from the sessions, in one sentence. */
export function verdictText({ verdict, sessionsLeft }: Pick<Measured, "verdict" | "sessionsLeft">): string {
  if (verdict !== "not known yet" || sessionsLeft === null) return verdict;
  const left = sessionsLeft > countedOut ? `more than ${countedOut}` : `about ${sessionsLeft}`;
  return `not known yet: ${left} more sessions`;
}
