import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaults } from "../../base/config/settings.js";
import { type Ranking, rankLessons } from "./rank-lessons.js";
import { type Candidate, type LessonFacts, type SignalName, signalNames } from "./signals.js";

const settings = defaults.retrieval;

function candidate(id: string, changes: Partial<Candidate> = {}): Candidate {
  return { id, words: 0.5, meaning: 0.5, trigger: false, synonyms: 0, ...changes };
}

function fact(id: string, changes: Partial<LessonFacts> = {}): LessonFacts {
  return { id, text: `text of ${id}`, maturity: 1, applied: 1, ...changes };
}

function rank(
  candidates: readonly Candidate[],
  facts: readonly LessonFacts[],
  changes: Partial<Ranking> = {},
) {
  const known = new Map(facts.map((each) => [each.id, each]));
  return rankLessons({ query: "a task", candidates, facts: known, cap: 10, settings, ...changes });
}

const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe("ranking", () => {
  it.each<[SignalName, Partial<Candidate>, Partial<LessonFacts>, number]>([
    ["words", { words: 1 }, {}, 0.55],
    ["meaning", { meaning: 1 }, {}, 0.45],
    ["trigger", { trigger: true }, {}, 0.3],
    ["synonyms", { synonyms: 1 }, {}, 0.15],
    ["coldStart", {}, { applied: 0, agePhases: 2 }, 0.08],
    ["maturity", {}, { maturity: 1.5 }, 0.25],
    ["insight", {}, { insightScore: 2 }, 0.05],
    ["outcome", {}, { outcome: 1 }, 0.05],
    ["standing", {}, { standing: -0.2 }, -0.2],
  ])(
    "the signal '%s' adds its weight, and nothing when it is switched off",
    (name, changed, facts, expected) => {
      const run = (off: ReadonlySet<SignalName>) =>
        rank([candidate("a", changed)], [fact("a", facts)], { off })[0];
      expect(run(new Set())?.explain).toMatchObject({ [name]: expect.closeTo(expected, 10) });
      expect(run(new Set([name]))?.explain).toMatchObject({ [name]: 0 });
    },
  );

  it("the explained parts add up to the score", () => {
    const all = rank(
      [candidate("a", { trigger: true, synonyms: 1 })],
      [fact("a", { maturity: 1.5, insightScore: 0.2, outcome: -0.5, applied: 0, agePhases: 0 })],
    );
    const [first] = all;
    expect(Object.values(first?.explain ?? {}).reduce((sum, part) => sum + part, 0)).toBeCloseTo(
      first?.score ?? 0,
      12,
    );
  });

  it("an old or applied lesson gets no boost for being new", () => {
    for (const facts of [{ applied: 0, agePhases: 3 }, { applied: 1, agePhases: 0 }, { applied: 0 }]) {
      expect(rank([candidate("a")], [fact("a", facts)])[0]?.explain.coldStart).toBe(0);
    }
  });

  it("a lesson found only for being critical is listed only when it is pinned", () => {
    const found = [candidate("a", { meaning: 0, pinOnly: true }), candidate("b", { meaning: 0 })];
    const facts = (text: string) => [fact("a", { critical: true, standing: 1, text }), fact("b")];
    expect(ids(rank(found, facts("something else")))).toEqual(["b"]);
    expect(ids(rank(found, facts("a task")))).toEqual(["a", "b"]);
    expect(ids(rank(found, facts("a task"), { off: new Set<SignalName>(["pins"]) }))).toEqual(["b"]);
  });

  it("a pinned lesson is shown although every signal that would score it is switched off", () => {
    const critical = fact("a", { critical: true, text: "a task" });
    const off = new Set<SignalName>(["words", "meaning", "trigger", "synonyms", "coldStart"]);
    expect(rank([candidate("a"), candidate("b")], [critical, fact("b")], { off })).toMatchObject([
      { id: "a", pinned: true, score: 0 },
    ]);
  });

  it("deprecated, unknown and unrelated lessons are left out", () => {
    const nothing = candidate("c", { words: 0, meaning: 0 });
    const facts = [fact("a", { maturity: 0, critical: true }), fact("c")];
    expect(rank([candidate("a", { trigger: true }), candidate("b"), nothing], facts)).toEqual([]);
    const weighty = fact("c", { standing: 0.3, applied: 0, agePhases: 0, critical: true });
    expect(rank([nothing], [weighty])).toEqual([]);
  });

  it("every lesson for the reader is listed, critical ones first, however unlike the task", () => {
    const candidates = ["a", "b", "c", "d"].map((id) =>
      candidate(id, { words: id === "d" ? 1 : 0, meaning: 0 }),
    );
    const facts = [
      fact("a", { text: "one", standing: -0.2 }),
      fact("b", { text: "two", standing: 0.1 }),
      fact("c", { text: "three", critical: true }),
      fact("d", { text: "four" }),
    ];
    expect(ids(rank(candidates, facts, { scoped: true }))).toEqual(["c", "d", "b", "a"]);
    expect(ids(rank(candidates, facts, { scoped: true, cap: 2 }))).toEqual(["c", "d"]);
    expect(ids(rank(candidates, facts))).toEqual(["d"]);
  });

  it("a repetition comes after what is different, and a warning is marked as one", () => {
    const facts = [
      fact("a", { text: "always close the database handle" }),
      fact("b", { text: "always close the database handles" }),
      fact("c", { text: "run tests before a push", negative: true }),
    ];
    const candidates = [
      candidate("a", { words: 1 }),
      candidate("b", { words: 0.99 }),
      candidate("c", { words: 0.6 }),
    ];
    expect(ids(rank(candidates, facts))).toEqual(["a", "c", "b"]);
    expect(ids(rank(candidates, facts, { off: new Set(["diversity"]) }))).toEqual(["a", "b", "c"]);
    expect(ids(rank(candidates, facts, { alike: () => 0 }))).toEqual(["a", "b", "c"]);
    expect(rank(candidates, facts)[1]?.avoid).toBe(true);
  });

  it("critical lessons that match are pinned inside the cap", () => {
    const candidates = [
      candidate("a", { words: 9 }),
      candidate("b", { meaning: 0.25 }),
      candidate("c", { trigger: true, meaning: 0 }),
    ];
    const facts = [fact("a"), fact("b", { critical: true }), fact("c", { critical: true })];
    expect(ids(rank(candidates, facts, { cap: 2 }))).toEqual(["c", "b"]);
    expect(ids(rank(candidates, facts, { cap: 3 }))).toEqual(["c", "b", "a"]);
    expect(ids(rank(candidates, facts, { off: new Set(["pins"]), cap: 1 }))).toEqual(["a"]);
    const unlike = [candidate("b", { meaning: 0.2 })];
    expect(rank(unlike, facts)[0]?.pinned).toBe(false);
  });

  const number = fc.double({ min: 0, max: 2, noNaN: true });
  const lesson = fc.record({
    words: number,
    meaning: fc.option(number, { nil: undefined }),
    trigger: fc.boolean(),
    synonyms: fc.double(),
    critical: fc.boolean(),
    negative: fc.boolean(),
    maturity: fc.constantFrom(0.5, 1, 1.5),
    insightScore: fc.option(fc.double(), { nil: undefined }),
    outcome: fc.option(fc.double(), { nil: undefined }),
    applied: fc.nat(2),
    text: fc.constantFrom(
      "close the handle",
      "close the handles",
      "run the tests",
      "it's",
      "' OR 1=1 --",
      "日本語",
    ),
  });
  const lessons = fc.array(lesson, { maxLength: 20 });
  const cap = fc.integer({ min: 0, max: 12 });
  type Lesson = typeof lesson extends fc.Arbitrary<infer T> ? T : never;
  const split = (all: readonly Lesson[]) => ({
    candidates: all.map(({ words, meaning, trigger, synonyms }, n) => ({
      id: `l${n}`,
      words,
      meaning,
      trigger,
      synonyms,
    })),
    facts: all.map(({ words: _, meaning: __, trigger: ___, synonyms: ____, ...facts }, n) => ({
      ...facts,
      id: `l${n}`,
    })),
  });

  it("the list is filled up to the cap with relevant candidates, each once", () => {
    fc.assert(
      fc.property(lessons, cap, (all, most) => {
        const { candidates, facts } = split(all);
        const relevant = rank(candidates, facts, { cap: 100, off: new Set(["diversity"]) }).length;
        const found = ids(rank(candidates, facts, { cap: most }));
        expect(found.length).toBe(Math.min(most, relevant));
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it("a lesson that is not pinned pushes no pinned lesson out", () => {
    fc.assert(
      fc.property(lessons, lesson, cap, (all, more, most) => {
        const { candidates, facts } = split(all);
        const added = split([...all, { ...more, critical: false }]);
        const pinned = (list: ReturnType<typeof rank>) => ids(list.filter((each) => each.pinned));
        expect(pinned(rank(added.candidates, added.facts, { cap: most }))).toEqual(
          pinned(rank(candidates, facts, { cap: most })),
        );
      }),
    );
  });

  it("scores are finite whatever the facts are, and the order of the candidates does not matter", () => {
    fc.assert(
      fc.property(lessons, fc.subarray([...signalNames]), (all, off) => {
        const { candidates, facts } = split(all);
        const switched = new Set(off);
        const found = rank(candidates, facts, { off: switched });
        expect(found.every(({ score }) => Number.isFinite(score))).toBe(true);
        expect(rank([...candidates].reverse(), facts, { off: switched })).toEqual(found);
      }),
    );
  });
});
