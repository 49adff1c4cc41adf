import type { Lesson } from "./lesson-output.js";

/** Where a lesson stands, in the five words that people use for all kinds. */
export const lessonStages = ["waits", "shown", "unsolved", "asleep", "retired"] as const;

export type LessonStage = (typeof lessonStages)[number];

const stages: Readonly<Partial<Record<Lesson["state"], LessonStage>>> = {
  proposed: "waits",
  quarantined: "waits",
  unsolved: "unsolved",
  asleep: "asleep",
  retired: "retired",
  archived: "retired",
  deprecated: "retired",
};

export function stageOf({ kind, state }: Pick<Lesson, "kind" | "state">): LessonStage {
  // What is to be avoided is told as that.
  return kind === "anti_pattern" ? "shown" : (stages[state] ?? "shown");
}

/** `kind`: as `listLessons` has them · `urgent`: what needs a person, then what makes most difference. */
export const lessonOrders = ["kind", "urgent", "newest", "shown"] as const;

export type LessonOrder = (typeof lessonOrders)[number];

type Compare = (one: Lesson, other: Lesson) => number;

const newest: Compare = (one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt);

const orders: Readonly<Record<LessonOrder, Compare>> = {
  kind: () => 0,
  urgent: (one, other) => urgency(one) - urgency(other) || effect(other) - effect(one) || newest(one, other),
  newest,
  shown: (one, other) => other.exposures - one.exposures || newest(one, other),
};

/** Equal ones keep their order. */
export function inOrder(lessons: readonly Lesson[], order: LessonOrder): readonly Lesson[] {
  return order === "kind" ? lessons : lessons.toSorted(orders[order]);
}

function urgency(lesson: Lesson): number {
  if (measuredOf(lesson)?.verdict === "harms" && lesson.state !== "retired") return -1;
  return lessonStages.indexOf(stageOf(lesson));
}

/** How far the shares of sessions lie apart in which it came back, with the lesson and without. */
function effect(lesson: Lesson): number {
  const { shown, heldOut } = measuredOf(lesson) ?? {};
  if (!shown?.sessions || !heldOut?.sessions) return 0;
  return Math.abs(shown.repeated / shown.sessions - heldOut.repeated / heldOut.sessions);
}

function measuredOf(lesson: Lesson) {
  return lesson.kind === "failure" ? lesson.measured : null;
}
