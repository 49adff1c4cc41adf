import type { Lesson } from "./lesson-choices.js";

export const kindNames: Readonly<Record<Lesson["kind"], string>> = {
  directive: "rule",
  failure: "failure",
  insight: "insight",
  strategy: "strategy",
  anti_pattern: "to avoid",
};

/** Every state in which a lesson can be looked for, in the order of the choice. */
export const states = [
  ...["proposed", "quarantined", "active", "ready", "asleep", "retired", "archived"],
  ...["candidate", "observed", "verified", "established", "proven", "deprecated", "unsolved"],
] as const;

export const verdicts = ["helps", "harms", "no difference", "not known yet"] as const;

/** Who brought it in, as a person says it. */
export function broughtBy(origin: string): string {
  if (origin === "human") return "you";
  if (origin === "tool:reflection") return "failed calls";
  return origin.replace(/^(?:agent|tool|import|prompt):/, "");
}

/** The failure rate with the lesson less that without, in points. */
export function intervalText({ low, high }: { readonly low: number; readonly high: number }): string {
  const points = (value: number) => {
    const rounded = Math.round(value * 100);
    return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
  };
  return `${points(low)} to ${points(high)} points`;
}

export function measuredOf(lesson: Lesson) {
  return lesson.kind === "failure" ? lesson.measured : null;
}
