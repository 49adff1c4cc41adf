import { describe, expect, it } from "vitest";
import { interleaved, spread } from "./interleaved.mjs";

describe("interleaved", () => {
  it("interleaved takes turns, drops the first round and compares within each round", async () => {
    const calls = [];
    const times = { subject: [900, 10, 30, 20], baseline: [1, 5, 10, 20] };
    const next = (who) => async () => {
      calls.push(who);
      return times[who].shift();
    };
    const labels = { name: "n", subject: "a", baseline: "b" };
    const row = await interleaved({
      ...labels,
      rounds: 3,
      runSubject: next("subject"),
      runBaseline: next("baseline"),
    });
    expect(calls.join(" ")).toBe(Array(4).fill("subject baseline").join(" "));
    expect(row.ratio).toEqual({ median: 2, low: 1.5, high: 2.5 });
    expect(row.subjectMs.median).toBe(20);
    expect(row.rounds).toBe(3);
  });
});

describe("spread", () => {
  it("spread interpolates the quartiles", () => {
    expect(spread([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1.75, high: 3.25 });
    expect(spread([7])).toEqual({ median: 7, low: 7, high: 7 });
  });
});
