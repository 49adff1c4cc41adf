import * as z from "zod/mini";
import { rounded } from "../../runs/outcomes/rounding.js";
import { field } from "../../verbs/call/field.js";
import type { Coverage } from "../trial/rules/coverage.js";
import { type OffPolicy, sessionsNeeded } from "../trial/rules/off-policy.js";
import type { Asks } from "./replay-side.js";

const count = z.int();
const share = z.number();

const asksOutput = z.strictObject({
  runs: field("Runs that used an adapter.", count),
  failures: field("Those that did not succeed.", count),
  asked: field("Runs before which a person was asked.", count),
  askedFailures: field("Those of them that did not succeed.", count),
});

const sideOutput = z.strictObject({
  shown: field("Lessons shown, at all moments.", count),
  tokens: field("Their tokens.", count),
  heldOut: field("Lessons held out by chance.", count),
  byKind: field("What was shown by the kind of lesson.", z.record(z.string(), count)),
  byMoment: field("What was shown by the moment.", z.record(z.string(), count)),
  sessions: count,
  repeats: field("Failures that an earlier session had too.", count),
  able: field("Those of them that an earlier session knew what to do about.", count),
  met: field("Of these: announced, or answered at the failure.", count),
  announced: field("Of these: announced before they happened.", count),
  relevance: field(
    "Failure lessons by the moment at which a session was first shown them, and after how many the failure came.",
    z.record(z.string(), z.strictObject({ shown: count, relevant: count })),
  ),
  meanTokens: field("Tokens of failure lessons in a session, on average.", share),
  worstTokens: field("The same at worst.", count),
  stops: field("Calls that were stopped.", count),
  rightStops: field(
    "Those that failed when they ran all the same; null where that is not known.",
    z.nullable(count),
  ),
  asks: field("Approval asked for, by the policies; null in a replay of sessions.", z.nullable(asksOutput)),
});

const effectOutput = z.strictObject({
  says: field("What can be said, in a sentence.", z.string()),
  sessions: field("Sessions in which chance decided.", count),
  effectiveSessions: field("Of how many sessions their weights are worth.", share),
  observed: field("The share of drawn lessons whose failure came back.", share),
  estimate: field(
    "The same under the other settings; null when it cannot be said from this log.",
    z.nullable(
      z.strictObject({
        ips: share,
        snips: share,
        doublyRobust: share,
        difference: field("The doubly robust estimate less what was observed.", share),
        low: field("Where the difference lies with 95 %, to a tenth of a point.", share),
        high: share,
      }),
    ),
  ),
});

export const replayOutput = z.strictObject({
  over: field("What was replayed.", z.enum(["log", "sessions"])),
  set: field("The settings that were changed.", z.array(z.string())),
  withoutEffect: field("Those of them that no lesson, stop or policy goes by.", z.array(z.string())),
  since: z.nullable(z.string()),
  events: field("Events of the log, or entries of the session file.", count),
  recorded: field("As the log has it; null in a replay of sessions.", z.nullable(sideOutput)),
  today: field("Under the settings in force.", sideOutput),
  changed: field("Under the changed settings.", sideOutput),
  lessons: field(
    "Lessons that would be shown in more or fewer sessions, the largest difference first; at most 50.",
    z.array(z.strictObject({ lesson: z.string(), kind: z.string(), today: count, changed: count })),
  ),
  otherLessons: field("How many more there are.", count),
  effect: field(
    "What would have come of it, from the sessions in which chance decided; null without any.",
    z.nullable(effectOutput),
  ),
});

export type ReplayResult = z.output<typeof replayOutput>;
export type ReplayedSide = z.output<typeof sideOutput>;

interface Counted {
  readonly coverage: Coverage;
  readonly heldOut: number;
  readonly stops: number;
  readonly rightStops?: number;
  readonly asks?: Readonly<Asks>;
  readonly byKind: Readonly<Record<string, { readonly shown: number; readonly tokens: number }>>;
  readonly byMoment: Readonly<Record<string, { readonly shown: number; readonly tokens: number }>>;
}

export function replayedSide(counted: Counted): ReplayedSide {
  const { coverage, heldOut, stops, rightStops = null, asks = null, byKind, byMoment } = counted;
  const { sessions, repeats, of, met, announced, relevance, meanTokens, worstTokens } = coverage;
  const sum = (name: "shown" | "tokens") =>
    Object.values(byKind).reduce((total, each) => total + each[name], 0);
  return {
    shown: sum("shown"),
    tokens: sum("tokens"),
    heldOut,
    byKind: mapped(byKind, ({ shown }) => shown),
    byMoment: mapped(byMoment, ({ shown }) => shown),
    sessions,
    repeats,
    able: of,
    met,
    announced,
    relevance: mapped(relevance, ({ shown, relevant }) => ({ shown, relevant })),
    meanTokens: rounded(meanTokens),
    worstTokens,
    stops,
    rightStops,
    asks: asks && { ...asks },
  };
}

function mapped<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

const lessonsListed = 50;

/** In how many sessions each lesson was shown, where the two sides differ. */
export function changedLessons(
  today: ReadonlyMap<string, number>,
  changed: ReadonlyMap<string, number>,
  kindOf: (lesson: string) => string,
): Pick<ReplayResult, "lessons" | "otherLessons"> {
  const differing = [...new Set([...today.keys(), ...changed.keys()])]
    .map((lesson) => ({
      lesson,
      kind: kindOf(lesson),
      today: today.get(lesson) ?? 0,
      changed: changed.get(lesson) ?? 0,
    }))
    .filter((each) => each.today !== each.changed)
    .sort(
      (a, b) =>
        Math.abs(b.changed - b.today) - Math.abs(a.changed - a.today) || (a.lesson < b.lesson ? -1 : 1),
    );
  return {
    lessons: differing.slice(0, lessonsListed),
    otherLessons: Math.max(0, differing.length - lessonsListed),
  };
}

export function effectSaid(effect: OffPolicy | undefined): ReplayResult["effect"] {
  if (effect === undefined) return null;
  const { sessions, effectiveSessions, observed, ips, snips, doublyRobust, difference, interval } = effect;
  const known = {
    sessions,
    effectiveSessions: rounded(effectiveSessions),
    observed: rounded(observed),
  };
  if (effectiveSessions < sessionsNeeded)
    return {
      says:
        "What would have come of it cannot be said from this log: what chance decided in it says as much about " +
        `these settings as ${Math.floor(effectiveSessions)} sessions would, and ${sessionsNeeded} are needed.`,
      ...known,
      estimate: null,
    };
  const points = (value: number) => `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`;
  return {
    says:
      `Failures would have come back in ${(100 * doublyRobust).toFixed(1)} % instead of ` +
      `${(100 * observed).toFixed(1)} % of the cases (${points(difference)} points; with 95 % between ` +
      `${points(interval.low)} and ${points(interval.high)}).`,
    ...known,
    estimate: {
      ips: rounded(ips),
      snips: rounded(snips),
      doublyRobust: rounded(doublyRobust),
      difference: rounded(difference),
      ...interval,
    },
  };
}

/** Groups of settings that decide where things are kept and who answers, and not what is shown. */
const unrelated = ["project", "store.", "model.", "server."];

export function withoutEffect(set: readonly string[]): string[] {
  return set.filter((each) => unrelated.some((group) => each.trim().startsWith(group)));
}
