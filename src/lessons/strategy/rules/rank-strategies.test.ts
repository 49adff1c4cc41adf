import { describe, expect, it } from "vitest";
import { defaults } from "../../../base/config/settings.js";
import type { Candidate } from "../../../search/order/signals.js";
import { type KnownStrategy, strategiesToAvoid, strategiesToTry } from "./rank-strategies.js";

const work = { task: "Add OAuth login", context: undefined };

function known(text: string, changes: Partial<KnownStrategy> = {}): KnownStrategy {
  const base = { lesson: text, text, successes: 3, failures: 0, state: "established" as const };
  return {
    ...base,
    origin: "human",
    confirmed: true,
    selfReported: false,
    inverted: false,
    hidden: false,
    asked: false,
    ...changes,
  };
}

const found = (id: string, words: number, meaning = words): Candidate => ({
  id,
  words,
  meaning,
  trigger: false,
  synonyms: 0,
});
const texts = (list: readonly KnownStrategy[]) => list.map(({ text }) => text);
const tried = (list: readonly KnownStrategy[], cap = 10) => texts(strategiesToTry(work, list, cap, defaults));
const avoided = (list: readonly KnownStrategy[], cap = 10) =>
  texts(strategiesToAvoid(work, list, cap, defaults));

describe("strategies to try", () => {
  it("proven strategies come first, and deprecated or inverted ones are left out", () => {
    const all = [
      known("like it", { found: found("like it", 1) }),
      known("proven", { state: "proven", successes: 9 }),
      known("old", { state: "deprecated" }),
      known("bad", { inverted: true }),
    ];
    expect(tried(all)).toEqual(["proven", "like it"]);
  });

  it("proven strategies that have nothing to do with the task do not crowd out others", () => {
    const proven = Array.from({ length: 5 }, (_, n) =>
      known(`proven${n}`, { state: "proven", successes: 5 }),
    );
    const right = known("right", { successes: 9, found: found("right", 1) });
    expect(tried([...proven, right], 3)).toContain("right");
    expect(tried([...proven, known("other", { successes: 9, found: found("other", 0) })], 3)).not.toContain(
      "other",
    );
  });

  it("strategies are compared by words where a search found nothing", () => {
    expect(tried([known("Split by mood"), known("Split OAuth from login")], 1)).toEqual([
      "Split OAuth from login",
    ]);
  });

  it("a repetition comes after what is different", () => {
    const same = ["split the login by layer", "split the login by layers"];
    const all = [...same, "write tests first"].map((text, n) =>
      known(text, { found: found(text, 0.9 - n / 10) }),
    );
    const alike = (one: string, other: string) => (same.includes(one) && same.includes(other) ? 1 : 0);
    expect(texts(strategiesToTry({ ...work, alike }, all, 2, defaults))).toEqual([
      same[0],
      "write tests first",
    ]);
  });
});

describe("strategies to avoid", () => {
  it("the strategy asked about comes first, then the one like the task, then the one that failed most", () => {
    const all = [
      known("often", { failures: 50, inverted: true }),
      known("like", { failures: 3, inverted: true, found: found("like", 1) }),
      known("asked", { failures: 3, inverted: true, asked: true }),
      known("seldom", { failures: 4, inverted: true }),
      known("hidden", { failures: 9, inverted: true, hidden: true }),
    ];
    expect(avoided(all)).toEqual(["asked", "like", "often", "seldom"]);
    expect(avoided(all, 2)).toEqual(["asked", "like"]);
  });
});
