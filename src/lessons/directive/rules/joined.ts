import type { Directive } from "./directive.js";

/** All that a proposal says besides its text. */
export type Content = Pick<
  Directive,
  | "category"
  | "tags"
  | "triggers"
  | "requiredActions"
  | "forbiddenActions"
  | "verificationChecks"
  | "verificationPredicate"
  | "appliesToAgents"
  | "appliesToTools"
  | "priority"
  | "enforcement"
  | "citations"
>;

type Weight = Pick<Directive, "priority" | "enforcement">;

/** The category of a directive that names none. */
export const noCategory = "general";

const byWeight = { low: 0, medium: 1, high: 2, critical: 3 } as const;

/** Whether somebody asks for more weight than a directive has. */
export function isHeavier(wanted: Weight, known: Weight): boolean {
  return (
    byWeight[wanted.priority] > byWeight[known.priority] ||
    (wanted.enforcement === "enforce" && known.enforcement === "warn")
  );
}

/** The heavier of two weights in each part. */
export function heavier(one: Weight, other: Weight): Weight {
  return {
    priority: byWeight[other.priority] > byWeight[one.priority] ? other.priority : one.priority,
    enforcement: other.enforcement === "enforce" ? other.enforcement : one.enforcement,
  };
}

/**
 * What two people want of one sentence, taken together: whatever either forbids is forbidden, for whomever
 * either meant. What names no tool stops every tool, so with one that names some it is for everybody. There is
 * one predicate: the first one's, if it has one.
 */
export function joined<Known extends Content>(known: Known, also: Content): Known {
  const { verificationPredicate = also.verificationPredicate } = known;
  const isForAll =
    isEverybodys(known) ||
    isEverybodys(also) ||
    (known.appliesToTools.length === 0) !== (also.appliesToTools.length === 0);
  return {
    ...known,
    category: known.category === noCategory ? also.category : known.category,
    tags: union(known.tags, also.tags),
    triggers: union(known.triggers, also.triggers),
    requiredActions: union(known.requiredActions, also.requiredActions),
    forbiddenActions: union(known.forbiddenActions, also.forbiddenActions),
    verificationChecks: union(known.verificationChecks, also.verificationChecks),
    ...(verificationPredicate === undefined ? {} : { verificationPredicate }),
    appliesToAgents: isForAll ? [] : union(known.appliesToAgents, also.appliesToAgents),
    appliesToTools: isForAll ? [] : union(known.appliesToTools, also.appliesToTools),
    ...heavier(known, also),
    citations: [
      ...known.citations.filter(({ file }) => also.citations.every((each) => each.file !== file)),
      ...also.citations,
    ],
  };
}

function isEverybodys({ appliesToAgents, appliesToTools }: Content): boolean {
  return appliesToAgents.length === 0 && appliesToTools.length === 0;
}

function union(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])];
}
