import { expect, it } from "vitest";
import { Batcher } from "./batcher.js";

it("questions that come while others are answered are asked together afterwards, never with those", async () => {
  const asked: (readonly number[])[] = [];
  const batcher = new Batcher(async (questions: readonly number[]) => {
    asked.push(questions);
    await Promise.resolve();
    return questions.map((n) => n * 2);
  });
  expect(await Promise.all([1, 2, 3].map((n) => batcher.ask(n)))).toEqual([2, 4, 6]);
  expect(await batcher.ask(4)).toBe(8);
  expect(asked).toEqual([[1], [2, 3], [4]]);
});

it("a failure reaches everyone who asked, and nobody who asks later", async () => {
  let works = false;
  const batcher = new Batcher(async (questions: readonly number[]) => {
    if (!works) throw new Error("gone");
    return questions;
  });
  const ends = await Promise.allSettled([1, 2, 3].map((n) => batcher.ask(n)));
  expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  works = true;
  expect(await batcher.ask(4)).toBe(4);
});
