import { setImmediate } from "node:timers/promises";
import type { Config } from "../../base/config/settings.js";
import { type EventOf, readEvent, type WhetstoneEvent } from "../../log/events/catalog.js";
import { sessionOf } from "../../log/events/session-of.js";
import type { Progress } from "../../log/store/store.js";
import type { Context } from "../../verbs/call/context.js";
import { failureId } from "../failure/rules/identity.js";
import { type Coverage, coverageOf, isCounted, type MetFailure } from "../trial/rules/coverage.js";
import { type OffPolicy, OffPolicyEstimate, type OtherDraw } from "../trial/rules/off-policy.js";
import { WaysFound } from "../trial/rules/way-out.js";
import { ReplayArm } from "./replay-arm.js";
import { isDecided, ReplaySide } from "./replay-side.js";

/** What the log shows, and what it would show under today's settings and under others. */
export interface LogReplay {
  readonly events: number;
  readonly recorded: SideFigures;
  readonly today: SideFigures;
  readonly changed: SideFigures;
  /** The sides themselves, for what differs lesson by lesson. */
  readonly sides: { readonly today: ReplaySide; readonly changed: ReplaySide };
  /** What followed from it, as far as chance decided; undefined where it never did. */
  readonly effect: OffPolicy | undefined;
}

interface SideFigures extends Pick<ReplaySide, "heldOut" | "stops" | "byKind" | "byMoment"> {
  readonly coverage: Coverage;
  readonly asks?: ReplaySide["asks"];
}

const pageEvents = 1_000;
/** About 5 ms of work. */
const eventsBetweenPauses = 25;

/**
 * Folds the log once, twice side by side: under the settings in force and under others. Nothing is written but
 * into memory. A server that replays a long log answers its hooks all the same: there is a pause after every few
 * events, and no transaction is open in it. Events that come meanwhile are not looked at.
 */
export async function replayLog(
  context: Context,
  changed: Config,
  {
    since = "",
    onProgress,
  }: { readonly since?: string | undefined; readonly onProgress?: Progress | undefined },
): Promise<LogReplay> {
  const arms = {
    today: new ReplayArm(context, context.ledger.config),
    changed: new ReplayArm(context, changed),
  };
  const course = new LoggedCourse();
  const effect = new OffPolicyEstimate();
  const { head, settled, tail } = await extentOf(context);
  for (let seq = 0; seq < head; ) {
    const page =
      seq >= settled
        ? tail
        : await context.ledger.read((reader) =>
            reader.recordedAfter(seq, Math.min(pageEvents, settled - seq)),
          );
    for (const recorded of page) {
      const event = readEvent(recorded);
      const counts = event.at >= since;
      course.take(event, counts);
      await arms.today.take(recorded, event, counts);
      await arms.changed.take(recorded, event, counts);
      if (event.type === "trial-session-ended" && counts && event.data.cause === "task")
        effect.note(otherDraws(event, course.side, arms.changed.side));
      if (event.seq % eventsBetweenPauses === 0) await setImmediate();
    }
    seq = page.at(-1)?.seq ?? head;
    onProgress?.(seq, head);
  }
  const sides = { today: arms.today.side, changed: arms.changed.side };
  return {
    events: head,
    recorded: figuresOf(course, course.side),
    today: { ...figuresOf(course, sides.today), asks: sides.today.asks },
    changed: { ...figuresOf(course, sides.changed), asks: sides.changed.asks },
    sides,
    effect: effect.result(),
  };
}

/**
 * How long the log is now, and its end, as far as the places there may still move: in a shared project an
 * exchange between two pages would give its events others.
 */
function extentOf({ ledger }: Context) {
  return ledger.read(async (reader) => {
    const head = await reader.head();
    const { settled } = await reader.numbering();
    return { head, settled, tail: settled < head ? await reader.recordedAfter(settled, head - settled) : [] };
  });
}

function figuresOf(course: LoggedCourse, side: ReplaySide): SideFigures {
  const { heldOut, stops, byKind, byMoment, given } = side;
  const { sessions, failures } = course;
  const coverage = coverageOf({ sessions, failures, given, waysOut: course.found.ways });
  return { coverage, heldOut, stops, byKind, byMoment };
}

/** What happened, whatever was shown. */
class LoggedCourse {
  readonly sessions = new Set<string>();
  readonly failures: MetFailure[] = [];
  readonly found = new WaysFound();
  readonly side = new ReplaySide();
  readonly #firstIn = new Map<string, string>();
  #reflectedAt = 0;

  take(event: WhetstoneEvent, counts: boolean): void {
    // What is told at a failure stands behind it in the log, and belongs to it.
    if (isDecided(event))
      this.side.note(event, event.data.moment === "failure" ? this.#reflectedAt : event.seq, counts);
    const session = sessionOf(event as Parameters<typeof sessionOf>[0]);
    if (session === undefined || !isOfSession(event)) return;
    if (counts) this.sessions.add(session);
    if (event.type === "reflection-recorded") this.#reflected(event, session, counts);
    if (event.type === "failure-undone") this.found.noteUndone(event.data, { session, place: event.seq });
  }

  #reflected({ data, seq }: EventOf<"reflection-recorded">, session: string, counts: boolean): void {
    this.#reflectedAt = seq;
    const { signature, kind, cause } = data;
    if (signature === undefined) return;
    const lesson = failureId(signature);
    this.found.noteFailure({ lesson, kind, cause }, { session, place: seq });
    if (!isCounted(kind)) return;
    const first = this.#firstIn.get(lesson) ?? session;
    this.#firstIn.set(lesson, first);
    if (counts) this.failures.push({ session, place: seq, kind, lesson, repeated: first !== session });
  }
}

/** Outcomes and trails name runs that may be no sessions. */
function isOfSession({ type }: WhetstoneEvent): boolean {
  return [
    "phase-begun",
    "brief-made",
    "reflection-recorded",
    "failure-undone",
    "lesson-exposed",
    "session-learned",
  ].includes(type);
}

/** What was decided in a session, with the probabilities of the other settings beside those of the log. */
function otherDraws(
  { data }: EventOf<"trial-session-ended">,
  recorded: ReplaySide,
  other: ReplaySide,
): readonly OtherDraw[] {
  const [were, would] = [recorded.chancesIn(data.session), other.chancesIn(data.session)];
  const drawn = new Map(data.draws.map((draw) => [draw.lesson, draw]));
  const lessons = new Set([...drawn.keys(), ...were.keys(), ...would.keys()]);
  return [...lessons].map((lesson) => {
    const known = drawn.get(lesson) ?? were.get(lesson) ?? { shown: false, probability: 0 };
    return {
      lesson,
      shown: known.shown,
      probability: known.probability,
      otherwise: would.get(lesson)?.probability ?? 0,
      // A stop keeps the failure away by itself.
      failed: drawn.get(lesson)?.moment === "call" ? undefined : drawn.get(lesson)?.failed,
    };
  });
}
