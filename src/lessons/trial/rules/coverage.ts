/** A genuine failure of a session. Places count up in the order in which things happened. */
export interface MetFailure {
  readonly session: string;
  readonly place: number;
  readonly kind: string;
  /** The lesson that is about it; undefined when the failure could not be told from others. */
  readonly lesson: string | undefined;
  /** What somebody who read the sessions calls it: failures of one label are the same. */
  readonly label?: string | undefined;
  /** Whether an earlier session had the same, where somebody says so; else the lesson tells. */
  readonly repeated?: boolean | undefined;
}

/** Whether a failure of this kind is one at all: what a person refused is none. */
export function isCounted(kind: string | undefined): kind is string {
  return kind !== undefined && kind !== "refused";
}

/** A failure lesson that was shown. */
export interface GivenLesson {
  readonly session: string;
  readonly place: number;
  readonly lesson: string;
  readonly moment: string;
  readonly tokens: number;
}

/** A session found out what to do about a failure: a call undid it, or a person said a word. */
export interface WayOut {
  readonly session: string;
  readonly place: number;
  readonly lesson: string;
  readonly by: "remedy" | "word";
}

/** What sessions ran into, what they were shown, and what they found out. */
export interface Course {
  readonly sessions: ReadonlySet<string>;
  readonly failures: readonly MetFailure[];
  readonly given: readonly GivenLesson[];
  readonly waysOut: readonly WayOut[];
}

interface Share {
  /** Repeats that an earlier session knew what to do about. */
  readonly of: number;
  /** Those that were announced, or answered at the failure. */
  readonly met: number;
  /** Those that were announced before they happened. */
  readonly announced: number;
}

interface Relevance {
  /** Pairs of a session and a lesson that it was shown, by the moment of the first time. */
  readonly shown: number;
  /** Those after which the failure came in that session. */
  readonly relevant: number;
  /** By the kind of that failure. */
  readonly kinds: Readonly<Record<string, number>>;
}

export interface Coverage extends Share {
  readonly sessions: number;
  readonly failures: number;
  readonly repeats: number;
  /** Repeats by what an earlier session knew of them. */
  readonly known: Readonly<Record<"remedy" | "word" | "nothing", number>>;
  readonly byKind: Readonly<Record<string, Share>>;
  /** The moments at which repeats were met first; "never" for the others. */
  readonly byMoment: Readonly<Record<string, number>>;
  readonly relevance: Readonly<Record<string, Relevance>>;
  readonly meanTokens: number;
  readonly worstTokens: number;
}

/**
 * How many repeated failures a lesson met, and how much of what was shown mattered. The one arithmetic of
 * both, for replays of logs and of recorded sessions.
 */
export function coverageOf(course: Course): Coverage {
  const { sessions, failures, given } = course;
  const aboutOf = lessonsAbout(failures);
  const firstGiven = firstBySession(given);
  const waysOut = new WaysOut(course.waysOut);
  const repeats = repeatsAmong(failures).map((failure) => {
    const about = aboutOf(failure);
    const first = earliest(about.map((lesson) => firstGiven.get(keyOf(failure.session, lesson))));
    const met = first !== undefined && first.place <= failure.place ? first : undefined;
    const announced = met !== undefined && met.place < failure.place;
    return { kind: failure.kind, known: waysOut.before(failure, about), moment: met?.moment, announced };
  });
  const able = repeats.filter(({ known }) => known !== "nothing");
  const kinds = [...new Set(able.map(({ kind }) => kind))].sort();
  return {
    sessions: sessions.size,
    failures: failures.length,
    repeats: repeats.length,
    known: { ...noneKnown, ...countedBy(repeats, ({ known }) => known) } as Coverage["known"],
    ...shareOf(able),
    byKind: Object.fromEntries(
      kinds.map((kind) => [kind, shareOf(able.filter((each) => each.kind === kind))]),
    ),
    byMoment: countedBy(able, ({ moment = "never" }) => moment) as Coverage["byMoment"],
    relevance: relevanceOf(firstGiven.values(), failures, aboutOf),
    ...tokensOf(sessions, given),
  };
}

const noneKnown: Coverage["known"] = { remedy: 0, word: 0, nothing: 0 };

function shareOf(repeats: readonly { moment?: string | undefined; announced: boolean }[]): Share {
  return {
    of: repeats.length,
    met: repeats.filter(({ moment }) => moment !== undefined).length,
    announced: repeats.filter(({ announced }) => announced).length,
  };
}

/** By the labels, where there are any; else by the lesson: an earlier session had the same. */
function repeatsAmong(failures: readonly MetFailure[]): readonly MetFailure[] {
  const firstIn = new Map<string, string>();
  return failures.filter(({ session, lesson, repeated }) => {
    const first = lesson === undefined ? session : (firstIn.get(lesson) ?? session);
    if (lesson !== undefined) firstIn.set(lesson, first);
    return repeated ?? first !== session;
  });
}

/** The lessons about a failure: its own, and those of failures that the labels call the same. */
function lessonsAbout(failures: readonly MetFailure[]): (failure: MetFailure) => readonly string[] {
  const byLabel = new Map<string, Set<string>>();
  for (const { label, lesson } of failures)
    if (label !== undefined && lesson !== undefined)
      byLabel.set(label, (byLabel.get(label) ?? new Set()).add(lesson));
  return ({ label, lesson }) => [
    ...new Set([
      ...(lesson === undefined ? [] : [lesson]),
      ...(label === undefined ? [] : (byLabel.get(label) ?? [])),
    ]),
  ];
}

function keyOf(session: string, lesson: string): string {
  return `${session}\n${lesson}`;
}

function firstBySession(given: readonly GivenLesson[]): ReadonlyMap<string, GivenLesson> {
  const first = new Map<string, GivenLesson>();
  for (const each of given) {
    const key = keyOf(each.session, each.lesson);
    first.set(key, earliest([first.get(key), each]) ?? each);
  }
  return first;
}

function earliest(given: readonly (GivenLesson | undefined)[]): GivenLesson | undefined {
  return given.reduce(
    (best, each) => (each !== undefined && (best === undefined || each.place < best.place) ? each : best),
    undefined,
  );
}

/** What is known of each lesson from when on: the first session that found out, and the first other one. */
class WaysOut {
  readonly #first = new Map<string, WayOut[]>();

  constructor(waysOut: readonly WayOut[]) {
    for (const way of waysOut) {
      const known = this.#first.get(`${way.by}\n${way.lesson}`) ?? [];
      this.#first.set(`${way.by}\n${way.lesson}`, known);
      if (known.length < 2 && !known.some(({ session }) => session === way.session)) known.push(way);
    }
  }

  before({ session, place }: MetFailure, about: readonly string[]): "remedy" | "word" | "nothing" {
    const isKnown = (by: WayOut["by"]) =>
      about.some((lesson) =>
        this.#first
          .get(`${by}\n${lesson}`)
          ?.some((known) => known.place < place && known.session !== session),
      );
    return isKnown("remedy") ? "remedy" : isKnown("word") ? "word" : "nothing";
  }
}

function relevanceOf(
  pairs: Iterable<GivenLesson>,
  failures: readonly MetFailure[],
  aboutOf: (failure: MetFailure) => readonly string[],
): Coverage["relevance"] {
  const came = new Map<string, MetFailure[]>();
  for (const failure of failures)
    for (const lesson of aboutOf(failure)) {
      const key = keyOf(failure.session, lesson);
      came.set(key, [...(came.get(key) ?? []), failure]);
    }
  const byMoment: Record<string, { shown: number; relevant: number; kinds: Record<string, number> }> = {};
  for (const { session, lesson, moment, place } of pairs) {
    byMoment[moment] ??= { shown: 0, relevant: 0, kinds: {} };
    const cell = byMoment[moment];
    cell.shown += 1;
    const after = came.get(keyOf(session, lesson))?.find((failure) => failure.place >= place);
    if (after === undefined) continue;
    cell.relevant += 1;
    cell.kinds[after.kind] = (cell.kinds[after.kind] ?? 0) + 1;
  }
  return byMoment;
}

function tokensOf(sessions: ReadonlySet<string>, given: readonly GivenLesson[]) {
  const bySession = new Map<string, number>();
  for (const { session, tokens } of given) bySession.set(session, (bySession.get(session) ?? 0) + tokens);
  const sum = [...bySession.values()].reduce((total, each) => total + each, 0);
  return {
    meanTokens: sessions.size === 0 ? 0 : sum / sessions.size,
    worstTokens: [...bySession.values()].reduce((most, each) => Math.max(most, each), 0),
  };
}

function countedBy<Item, Name extends string>(
  items: readonly Item[],
  nameOf: (item: Item) => Name,
): Readonly<Partial<Record<Name, number>>> {
  const counts = new Map<Name, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort()) as Partial<Record<Name, number>>;
}
