import { calledBy, type TestState, together } from "./e-test.js";
import { type Arm, emptyArm, type Interval, type IntervalState, intervalTogether } from "./interval.js";

/** A lesson whose sessions are looked at together with those of others. */
export interface ClassMember {
  readonly test: Pick<TestState, "logs">;
  readonly bets: IntervalState;
}

export interface ClassJudgement {
  readonly shown: Arm;
  readonly heldOut: Arm;
  readonly evidence: number;
  readonly verdict: "helps" | "harms" | "not known yet";
  /** If all lessons make the same difference. */
  readonly interval: Interval;
}

/**
 * What the sessions of several lessons say together. It is known sooner than for a single one. When some lessons help
 * and others harm, the total can look neutral.
 */
export function judgeTogether(members: readonly ClassMember[]): ClassJudgement {
  const evidence = together(members.map(({ test }) => test));
  return {
    shown: sumOf(members.map(({ bets }) => bets.shown)),
    heldOut: sumOf(members.map(({ bets }) => bets.heldOut)),
    evidence: evidence.total,
    verdict: calledBy(evidence) ?? "not known yet",
    interval: intervalTogether(members.map(({ bets }) => bets)),
  };
}

function sumOf(arms: readonly Arm[]): Arm {
  return arms.reduce(
    (all, { sessions, failures }) => ({
      sessions: all.sessions + sessions,
      failures: all.failures + failures,
    }),
    emptyArm,
  );
}

/** Lessons by their class, the class with most of them first. */
export function byClass<Member>(
  members: readonly Member[],
  classOf: (member: Member) => string,
): readonly (readonly [name: string, members: readonly Member[]])[] {
  const classes = new Map<string, Member[]>();
  for (const member of members) {
    const name = classOf(member);
    classes.set(name, [...(classes.get(name) ?? []), member]);
  }
  return [...classes].sort(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1));
}
