import type { LessonOrder, LessonStage } from "../../../lessons/order-lessons.js";
import type { Lesson } from "./lesson-choices.js";

export const kindNames: Readonly<Record<Lesson["kind"], string>> = {
  directive: "rule",
  failure: "failure",
  insight: "insight",
  strategy: "strategy",
  anti_pattern: "to avoid",
};

/** Where a lesson can be looked for, as a person says it. */
export const stageNames: Readonly<Record<LessonStage, string>> = {
  waits: "waits for you",
  shown: "shown to agents",
  unsolved: "no fix known",
  asleep: "asleep",
  retired: "retired",
};

export const orderNames: Readonly<Record<LessonOrder, string>> = {
  urgent: "needs you first",
  newest: "newest first",
  shown: "most shown first",
  kind: "by kind",
};

export const verdicts = ["helps", "harms", "no difference", "not known yet"] as const;

/** A verdict as a sentence. */
export const verdictWords: Readonly<Record<(typeof verdicts)[number], string>> = {
  helps: "It helps.",
  harms: "It harms.",
  "no difference": "It makes no difference.",
  "not known yet": "Not known yet.",
};

/** Who brought it in, as a person says it. */
export function broughtBy(lesson: Lesson): string {
  const { origin } = lesson;
  if (lesson.kind === "directive" && origin === "human") return lesson.by;
  const heardIn = /^prompt:(.*)$/.exec(origin)?.[1];
  if (heardIn !== undefined) return `you, in ${heardIn}`;
  if (origin === "tool:reflection") return "failed calls";
  return origin.replace(/^(?:agent|tool|import):/, "");
}

/** The failure rate with the lesson less that without, in points. */
export function intervalText({ low, high }: { readonly low: number; readonly high: number }): string {
  const points = (value: number) => {
    const rounded = Math.round(value * 100);
    return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
  };
  return `${points(low)} and ${points(high)} percentage points`;
}

export function measuredOf(lesson: Lesson) {
  return lesson.kind === "failure" ? lesson.measured : null;
}

type Rule = Extract<Lesson, { readonly kind: "directive" }>;

const missingWords: Readonly<Record<string, string>> = {
  missing_predicate: "something that it requires, forbids or can be checked by",
  missing_scope: "roles or tools that it is for",
  contradiction: "your decision, because another rule says the opposite",
  citation_gone: "a file that it mentions, which is gone",
};

/** For whom a rule is, what it can do, and what it lacks. */
export function reachText(rule: Rule): string {
  const { appliesToAgents, appliesToTools, priority, enforcement, missing } = rule;
  const whom = [...appliesToAgents, ...appliesToTools.map((tool) => `users of ${tool}`)];
  const isForAll = whom.length === 0 || appliesToAgents.includes("*");
  const does = enforcement === "enforce" ? "blocks" : "warns";
  const lacks = missing.map((each) => missingWords[each] ?? each.replaceAll("_", " ")).join(", and ");
  return (
    `For ${isForAll ? "everyone" : whom.join(", ")}. ${capital(priority)} priority; when broken, it ${does}.` +
    `${lacks === "" ? "" : ` It is not shown yet, because it lacks ${lacks}.`}`
  );
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
