import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Course, coverageOf, type MetFailure } from "./coverage.js";
import { WaysFound } from "./way-out.js";

const session = fc.constantFrom("s1", "s2", "s3");
const lesson = fc.constantFrom("failure-a", "failure-b", "failure-c");
const place = fc.nat({ max: 40 });
const byPlace = (one: { place: number }, other: { place: number }) => one.place - other.place;

const course = fc
  .record({
    failures: fc.array(
      fc.record({
        session,
        place,
        kind: fc.constantFrom("call", "empty"),
        lesson: fc.option(lesson, { nil: undefined }),
        label: fc.option(fc.constantFrom("x", "y"), { nil: undefined }),
        repeated: fc.option(fc.boolean(), { nil: undefined }),
      }),
      { maxLength: 20 },
    ),
    given: fc.array(
      fc.record({ session, place, lesson, moment: fc.constantFrom("start", "failure"), tokens: fc.nat(50) }),
      { maxLength: 20 },
    ),
    waysOut: fc.array(
      fc.record({ session, place, lesson, by: fc.constantFrom("remedy" as const, "word" as const) }),
      { maxLength: 20 },
    ),
  })
  .map(({ failures, given, waysOut }) => ({
    sessions: new Set(["s1", "s2", "s3"]),
    failures: failures.toSorted(byPlace),
    given: given.toSorted(byPlace),
    waysOut: waysOut.toSorted(byPlace),
  }));

describe("coverage and relevance", () => {
  it("are what looking at every pair of a failure and a lesson gives", () => {
    fc.assert(
      fc.property(course, (each) => {
        const { repeats, of, met, announced, relevance, worstTokens } = coverageOf(each);
        expect({ repeats, of, met, announced }).toEqual(slowCoverage(each));
        for (const moment of ["start", "failure"])
          expect(relevance[moment]?.relevant ?? 0).toBe(slowRelevant(each, moment));
        const sums = [...each.sessions].map((name) =>
          each.given.filter((one) => one.session === name).reduce((sum, { tokens }) => sum + tokens, 0),
        );
        expect(worstTokens).toBe(Math.max(...sums));
      }),
    );
  });

  it("count a repeat that a lesson announced, and one that it answered at the failure", () => {
    const failure = { kind: "call", lesson: "failure-a" };
    const found = coverageOf({
      sessions: new Set(["s1", "s2", "s3", "s4"]),
      failures: ["s1", "s2", "s3", "s4"].map((name, at) => ({
        ...failure,
        session: name,
        place: 10 * at + 5,
      })),
      waysOut: [{ session: "s1", place: 6, lesson: "failure-a", by: "remedy" }],
      given: [
        { session: "s2", place: 11, lesson: "failure-a", moment: "start", tokens: 20 },
        { session: "s3", place: 25, lesson: "failure-a", moment: "failure", tokens: 40 },
      ],
    });
    expect(found).toMatchObject({ repeats: 3, of: 3, met: 2, announced: 1, meanTokens: 15, worstTokens: 40 });
    expect(found.byMoment).toEqual({ start: 1, failure: 1, never: 1 });
  });
});

describe("a way out of a failure", () => {
  const at = { session: "s", place: 1 };

  it("is another call that worked instead, and a refusal with a reason", () => {
    const found = new WaysFound();
    found.noteUndone({ lesson: "failure-a", pair: {} }, at);
    found.noteUndone({ lesson: "failure-a" }, at);
    found.noteFailure({ lesson: "failure-a", kind: "refused", cause: "use pnpm" }, at);
    found.noteFailure({ lesson: "failure-a", kind: "refused", cause: "" }, at);
    found.noteFailure({ lesson: "failure-a", kind: "call", cause: "no such option" }, at);
    expect(found.ways.map(({ by }) => by)).toEqual(["remedy", "word"]);
  });
});

function sameIn({ failures }: Course, name: string, failure: MetFailure): boolean {
  const labelled = failures.some((each) => each.lesson === name && each.label === failure.label);
  return failure.lesson === name || (failure.label !== undefined && labelled);
}

function slowCoverage(each: Course) {
  const { failures, given, waysOut } = each;
  const repeats = failures.filter((failure, at) => {
    const first = failures.slice(0, at + 1).find((one) => one.lesson === failure.lesson);
    return failure.repeated ?? (failure.lesson !== undefined && first?.session !== failure.session);
  });
  const able = repeats.filter((failure) =>
    waysOut.some(
      (way) =>
        way.place < failure.place && way.session !== failure.session && sameIn(each, way.lesson, failure),
    ),
  );
  const told = (failure: MetFailure, isInTime: (place: number) => boolean) =>
    given.some(
      (one) => one.session === failure.session && isInTime(one.place) && sameIn(each, one.lesson, failure),
    );
  return {
    repeats: repeats.length,
    of: able.length,
    met: able.filter((failure) => told(failure, (when) => when <= failure.place)).length,
    announced: able.filter((failure) => told(failure, (when) => when < failure.place)).length,
  };
}

function slowRelevant(each: Course, moment: string): number {
  const { failures, given } = each;
  return given.filter((one, at) => {
    const isFirst = !given
      .slice(0, at)
      .some((other) => other.session === one.session && other.lesson === one.lesson);
    const came = failures.some(
      (failure) =>
        failure.session === one.session && failure.place >= one.place && sameIn(each, one.lesson, failure),
    );
    return isFirst && one.moment === moment && came;
  }).length;
}
