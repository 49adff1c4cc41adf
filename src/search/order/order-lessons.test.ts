import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordOverlap, wordsOf } from "../../reading/language/words.js";
import { orderLessons, type WorthyLesson } from "./order-lessons.js";

const settings = { mmrLambda: 0.5, repeatFloor: 0.5 };

interface Lesson extends WorthyLesson {
  readonly text: string;
}

const order = (lessons: readonly Lesson[], cap: number) => {
  const texts = new Map(lessons.map(({ id, text }) => [id, text]));
  return orderLessons(lessons, { cap, settings, textOf: (id) => texts.get(id) ?? "" });
};
const ids = (lessons: readonly Lesson[]) => lessons.map(({ id }) => id);

describe("the order of lessons", () => {
  it("a repetition of the first lesson stays behind although another stands between them", () => {
    const lesson = (id: string, score: number, text: string) => ({ id, score, text, pinned: false });
    const lessons = [
      lesson("first", 1, "always close the database handle"),
      lesson("repetition", 0.95, "always close the database handles"),
      lesson("between", 0.9, "run tests before a push"),
      lesson("other", 0.6, "name migrations after their ticket"),
    ];
    expect(ids(order(lessons, 4))).toEqual(["first", "between", "other", "repetition"]);
  });

  it("the order is the one of a search through all lessons for each place", () => {
    const lesson = fc.record({
      score: fc.integer({ min: 1, max: 20 }),
      pinned: fc.integer({ max: 4, min: 0 }).map((each) => each === 0),
      text: fc
        .array(fc.constantFrom("close", "the", "handle", "run", "tests", "push", "lock"), { maxLength: 5 })
        .map((words) => words.join(" ")),
    });
    fc.assert(
      fc.property(fc.array(lesson, { maxLength: 8 }), fc.integer({ min: 0, max: 6 }), (drafts, cap) => {
        const lessons = drafts.map((draft, index) => ({ ...draft, id: `l${index}` }));
        expect(ids(order(lessons, cap))).toEqual(slowOrder(lessons, cap));
      }),
    );
  });
});

/** Maximal marginal relevance by its definition: each candidate against everything in the list. */
function slowOrder(lessons: readonly Lesson[], cap: number): readonly string[] {
  const { mmrLambda, repeatFloor } = settings;
  const sorted = [...lessons].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const list = sorted.filter(({ pinned }) => pinned).slice(0, cap);
  const pool = sorted.filter(({ pinned }) => !pinned).slice(0, 2 * cap);
  const best = Math.max(1e-9, ...pool.map(({ score }) => score));
  const repeats = (a: Lesson, b: Lesson) =>
    Math.max(0, (wordOverlap(wordsOf(a.text), wordsOf(b.text)) - repeatFloor) / (1 - repeatFloor));
  const worth = (lesson: Lesson) =>
    (mmrLambda * lesson.score) / best -
    (1 - mmrLambda) * Math.max(0, ...list.map((chosen) => repeats(lesson, chosen)));
  while (list.length < cap && pool.length > 0) {
    const most = Math.max(...pool.map(worth));
    list.push(
      ...pool.splice(
        pool.findIndex((lesson) => worth(lesson) === most),
        1,
      ),
    );
  }
  return ids(list);
}
