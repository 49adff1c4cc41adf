import { pushBounded } from "../../../log/bounded-list.js";
import type { EventData, EventOf } from "../../../log/events/catalog.js";
import { earliestFirst, stateList } from "../../../log/list-keys.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import { isFailure } from "../../failure/rules/identity.js";
import { evidenceOf, noSessions, type TestState, type TrialSession, withSession } from "../rules/e-test.js";
import { type IntervalState, noBets, withBets } from "../rules/interval.js";
import { judge } from "../rules/verdict.js";

/** What the sessions of a lesson say about whether it helps. */
export interface TrialRow {
  /** The lesson; or all lessons of the project, in the row that says whether a person tries them all. */
  readonly lesson: string;
  readonly test: TestState;
  readonly bets: IntervalState;
  /** Sessions whose first moment was a call: there the stop itself keeps the failure away. */
  readonly stops: Arms<StopArm>;
  /** How the sessions went otherwise. */
  readonly guards: Arms<GuardArm>;
  /** In how many sessions it should have been shown, and the variance of that. */
  readonly expected: number;
  readonly variance: number;
  /** Sessions that do not count, because policy, approval or infrastructure ended them. */
  readonly uncounted: number;
  readonly verdict: Called | null;
  /** A person runs a trial. */
  readonly tried: boolean;
  /** The newest sessions that count, each with the evidence after it. */
  readonly newest: readonly CountedSession[];
}

interface Arms<Arm> {
  readonly shown: Arm;
  readonly heldOut: Arm;
}

interface StopArm {
  readonly sessions: number;
  readonly failures: number;
  readonly worked: number;
}

interface GuardArm {
  /** Sessions whose end is known. */
  readonly sessions: number;
  readonly successes: number;
  readonly errors: number;
  readonly durationMs: number;
}

interface Called extends Omit<EventData<"trial-judged">, "lesson"> {
  readonly at: string;
}

interface CountedSession extends TrialSession {
  readonly session: string;
  readonly evidence: number;
}

type Ended = EventOf<"trial-session-ended">["data"];
type Draw = Ended["draws"][number];

const newestKept = 20;

/** The key of the row of all lessons of the project. */
export const allLessons = "all lessons";

/** Whether a person tries every lesson of the project. */
export function isProjectTried(rows: readonly TrialRow[]): boolean {
  return rows.some(({ lesson, tried }) => lesson === allLessons && tried);
}

/** Trials by the lesson's id. */
export const trials: Projection<TrialRow, null> = {
  ...views.trials,
  places: ({ lesson, verdict }) =>
    lesson === allLessons
      ? []
      : [stateList(verdict?.verdict ?? "not known yet") + earliestFirst(Number.POSITIVE_INFINITY)],
  on: {
    "trial-session-ended": {
      keys: ({ data }) => data.draws.map(({ lesson }) => lesson),
      evolve: (row, { data }, _settings, lesson) => {
        const draw = data.draws.find((each) => each.lesson === lesson);
        return draw === undefined ? row : withEndedDraw(row ?? unknownTrial(lesson), data, draw);
      },
    },
    "trial-judged": {
      keys: ({ data }) => [data.lesson],
      // Whoever writes it may be wrong, or not honest: it counts where the sessions here say the same.
      evolve: (row, { data, at }) => {
        if (row === undefined) return undefined;
        const own = newVerdict(row);
        return own?.verdict === data.verdict ? { ...row, verdict: { ...own, at } } : row;
      },
    },
    "trial-started": {
      keys: ({ data: { lesson = allLessons } }) => [lesson],
      evolve: (row, _event, _settings, lesson) => ({ ...(row ?? unknownTrial(lesson)), tried: true }),
    },
    "trial-stopped": {
      keys: ({ data: { lesson = allLessons } }) => [lesson],
      evolve: (row) => row && { ...row, tried: false },
    },
    // A lesson that starts again is another lesson: what was measured of the old one says nothing of it.
    "lesson-reset": { keys: failureKeys, evolve: () => undefined },
    "lessons-superseded": {
      keys: ({ data }) => data.lessons.filter(isFailure),
      evolve: () => undefined,
    },
    "lesson-forgotten": { keys: failureKeys, evolve: () => undefined },
  },
};

/**
 * The verdict that the sessions of a lesson call for; undefined while there is none, or no new one. A lesson
 * that was called stays called: the evidence that called it was enough, whatever comes later.
 */
export function newVerdict({
  verdict: before,
  test,
  bets,
  newest,
}: TrialRow): Omit<EventData<"trial-judged">, "lesson"> | undefined {
  if (before !== null && before.verdict !== "no difference") return undefined;
  const { verdict, evidence, interval } = judge(test, bets, newest.at(-1)?.probability ?? 1);
  if (verdict === "not known yet" || verdict === before?.verdict) return undefined;
  const { shown, heldOut } = bets;
  return { verdict, evidence, ...interval, shown, heldOut };
}

function failureKeys({
  data: { lesson },
}: {
  readonly data: { readonly lesson: string };
}): readonly string[] {
  return isFailure(lesson) ? [lesson] : [];
}

function withEndedDraw(row: TrialRow, ended: Ended, draw: Draw): TrialRow {
  if (ended.cause !== "task") return { ...row, uncounted: row.uncounted + 1 };
  if (draw.moment === "call") return { ...row, stops: withArm(row.stops, draw, (arm) => stopped(arm, draw)) };
  const { shown, probability, failed } = draw;
  const session = { shown, probability, failed };
  const test = withSession(row.test, session);
  const last = { session: ended.session, ...session, evidence: evidenceOf(test).total };
  return {
    ...row,
    test,
    bets: withBets(row.bets, session),
    guards: ended.result === undefined ? row.guards : withArm(row.guards, draw, (arm) => guarded(arm, ended)),
    expected: row.expected + probability,
    variance: row.variance + probability * (1 - probability),
    newest: pushBounded(row.newest, last, newestKept),
  };
}

function withArm<Arm>(arms: Arms<Arm>, { shown }: Draw, change: (arm: Arm) => Arm): Arms<Arm> {
  return shown ? { ...arms, shown: change(arms.shown) } : { ...arms, heldOut: change(arms.heldOut) };
}

function stopped({ sessions, failures, worked }: StopArm, draw: Draw): StopArm {
  return {
    sessions: sessions + 1,
    failures: failures + (draw.failed ? 1 : 0),
    worked: worked + (draw.worked ? 1 : 0),
  };
}

function guarded(arm: GuardArm, { result, errorCount = 0, durationMs = 0 }: Ended): GuardArm {
  return {
    sessions: arm.sessions + 1,
    successes: arm.successes + (result === "success" ? 1 : 0),
    errors: arm.errors + errorCount,
    durationMs: arm.durationMs + durationMs,
  };
}

function unknownTrial(lesson: string): TrialRow {
  const stop = { sessions: 0, failures: 0, worked: 0 };
  const guard = { sessions: 0, successes: 0, errors: 0, durationMs: 0 };
  return {
    lesson,
    test: noSessions,
    bets: noBets,
    stops: { shown: stop, heldOut: stop },
    guards: { shown: guard, heldOut: guard },
    expected: 0,
    variance: 0,
    uncounted: 0,
    verdict: null,
    tried: false,
    newest: [],
  };
}
