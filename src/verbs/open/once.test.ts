import { expect, it } from "vitest";
import { once } from "./once.js";

it("once does its work with the first call, whatever that returns", () => {
  for (const answer of ["loaded", undefined, Promise.resolve()]) {
    let calls = 0;
    const work = once(() => {
      calls += 1;
      return answer;
    });
    expect(calls).toBe(0);
    expect([work(), work()]).toEqual([answer, answer]);
    expect(work()).toBe(answer);
    expect(calls).toBe(1);
  }
});

it("once tries again after work that threw", () => {
  let broken = true;
  const work = once(() => {
    if (broken) throw new Error("not yet");
    return "done";
  });
  expect(work).toThrow("not yet");
  broken = false;
  expect(work()).toBe("done");
});
