import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { movingClock } from "../../../tests/support/ledger.js";
import { openInTemp, outcome } from "../../../tests/support/whetstone.js";
import type { Input, Whetstone } from "../../index.js";
import { dayMs } from "../../log/events/time.js";

const strategy = "Split by feature";
const good = outcome({ strategy });
const bad = outcome({ strategy, result: "failure", durationMs: 3_600_000, errorCount: 4, retryCount: 3 });

async function open() {
  const clock = movingClock();
  return { clock, ws: await openInTemp({ clock: clock.read, set: ["store.kind=memory"] }) };
}

async function record(ws: Whetstone, count: number, input: Input<"record">) {
  for (let n = 0; n < count; n += 1) await ws.record(input);
}

const standing = async (ws: Whetstone) => {
  const lesson = (await ws.lessons.list()).lessons[0];
  return { id: lesson?.id ?? "", kind: lesson?.kind, state: lesson?.state };
};
const prompt = async (ws: Whetstone) => (await ws.plan({ task: "Add a login page" })).prompt;
const told = async (ws: Whetstone) => ws.explain({ id: (await standing(ws)).id });

describe("a strategy that its evidence deprecated", () => {
  it("a strategy that its evidence deprecated comes back when new evidence is good enough", async () => {
    const { ws } = await open();
    await record(ws, 4, good);
    await record(ws, 2, bad);
    expect(await standing(ws)).toMatchObject({ state: "deprecated" });
    expect(await prompt(ws)).not.toContain(strategy);
    // 2 of 10 are harmful, which is not below 0.2.
    await record(ws, 4, good);
    expect(await standing(ws)).toMatchObject({ state: "deprecated" });
    const back = await ws.record(good);
    expect(back.restored).toEqual([(await standing(ws)).id]);
    expect(await standing(ws)).toMatchObject({ state: "established" });
    expect(await prompt(ws)).toContain(`${strategy}. Worked 9/11 times (established)`);
    expect((await ws.report()).since.changes[0]?.text).toContain(
      "is shown again: its evidence speaks for it",
    );
    const before = await ws.lessons.list();
    await ws.rebuild();
    expect(await ws.lessons.list()).toEqual(before);
  });

  it("a strategy that its evidence deprecated does not come back by ageing alone", async () => {
    const { ws, clock } = await open();
    await record(ws, 3, good);
    await record(ws, 2, bad);
    for (const days of [100, 1_000, 10_000]) {
      clock.advance(days * dayMs);
      expect(await standing(ws)).toMatchObject({ state: "deprecated" });
    }
    expect((await ws.status()).states.strategies).toMatchObject({ deprecated: 1, candidate: 0 });
  });

  it("a strategy that a person deprecated stays deprecated whatever its evidence, until a reset", async () => {
    const { ws } = await open();
    await record(ws, 1, good);
    const { id: lesson } = await standing(ws);
    await ws.lessons.retire({ lessons: [lesson], reason: "the queue is gone" });
    await record(ws, 20, good);
    expect(await standing(ws)).toMatchObject({ state: "deprecated" });
    await record(ws, 20, bad);
    await record(ws, 200, good);
    expect((await told(ws)).answer.join(" ")).toContain("It is deprecated by a person (the queue is gone)");
    await ws.lessons.reset({ lesson, reason: "there is a new queue" });
    expect(await standing(ws)).toMatchObject({ state: "candidate" });
  });

  it("a strategy's explanation gives the numbers behind its state, and the margin", async () => {
    const { ws } = await open();
    await record(ws, 4, good);
    await record(ws, 2, bad);
    const { answer, numbers } = await told(ws);
    expect(answer.join(" ")).toContain(
      "It is deprecated by its evidence: 2 of 6 runs after decay were harmful, a share of 0.3333.",
    );
    await record(ws, 3, good);
    const later = await told(ws);
    expect(later.numbers.harmfulRatio).toBe(0.2222);
    expect(later.answer.join(" ")).toContain(
      "2 of 9 runs after decay were harmful, a share of 0.2222. More than 0.3 took it out, and new evidence " +
        "must bring it below 0.2",
    );
    expect(numbers.harmfulRatio).toBe(0.3333);
  });
});

describe("an anti-pattern", () => {
  it("an anti-pattern is withdrawn when less than half of its tries have failed, and may come again", async () => {
    const { ws } = await open();
    const counts = async () => (await ws.status()).lessons;
    await record(ws, 3, bad);
    expect(await standing(ws)).toMatchObject({ kind: "anti_pattern" });
    expect(await counts()).toMatchObject({ antiPatterns: 1, strategies: 0 });
    await record(ws, 3, good);
    expect(await prompt(ws)).toContain("Failed 3/6 times (50% failure rate)");
    const withdrawn = await ws.record(good);
    expect(withdrawn.restored).toEqual([(await standing(ws)).id]);
    expect(await standing(ws)).toMatchObject({ kind: "strategy", state: "deprecated" });
    expect(await prompt(ws)).not.toContain(strategy);
    expect(await counts()).toMatchObject({ antiPatterns: 0, strategies: 1 });
    expect((await ws.report()).since.changes[0]?.text).toContain("is no longer to be avoided");
    await record(ws, 2, bad);
    expect(await standing(ws)).toMatchObject({ kind: "strategy" });
    const again = await ws.record(bad);
    expect(again.antiPatterns).toEqual([(await standing(ws)).id]);
    expect(await prompt(ws)).toContain("Failed 6/10 times (60% failure rate)");
    expect(await counts()).toMatchObject({ antiPatterns: 1, strategies: 0 });
    await ws.rebuild();
    expect(await counts()).toMatchObject({ antiPatterns: 1, strategies: 0 });
  });

  it("an anti-pattern's explanation says when it would be withdrawn, and that it was", async () => {
    const { ws } = await open();
    await record(ws, 3, bad);
    expect((await told(ws)).answer.join(" ")).toContain("It is withdrawn when the share falls below 0.5");
    await record(ws, 4, good);
    const { answer } = await told(ws);
    expect(answer.join(" ")).toContain("It is not an anti-pattern");
    expect(answer.join(" ")).toContain("with a share of 0.4286");
  });
});

describe("a promoted strategy", () => {
  async function promoted() {
    const opened = await open();
    await record(opened.ws, 1, good);
    const { id: lesson } = await standing(opened.ws);
    await opened.ws.lessons.promote({ lesson, reason: "it held in review" });
    expect(await standing(opened.ws)).toMatchObject({ state: "proven" });
    return { ...opened, lesson };
  }

  it("a promoted strategy is no longer proven after half of its later runs were harmful", async () => {
    const { ws } = await promoted();
    await record(ws, 1, bad);
    expect(await standing(ws)).toMatchObject({ state: "established" });
    await record(ws, 1, good);
    await record(ws, 1, bad);
    expect(await standing(ws)).toMatchObject({ state: "deprecated" });
  });

  it("a promoted strategy stays proven for a half-life without evidence, and fades after that", async () => {
    const { ws, clock } = await promoted();
    const states: (string | undefined)[] = [];
    for (const days of [89, 20, 70]) {
      clock.advance(days * dayMs);
      states.push((await standing(ws)).state);
    }
    expect(states).toEqual(["proven", "established", "candidate"]);
    expect((await ws.status()).states.strategies).toMatchObject({ proven: 0, established: 0, candidate: 1 });
  });

  it("a promoted strategy is kept proven by good evidence", async () => {
    const { ws, clock } = await promoted();
    for (let n = 0; n < 10; n += 1) {
      clock.advance(15 * dayMs);
      await ws.record(good);
    }
    expect(await standing(ws)).toMatchObject({ state: "proven" });
  });
});

describe("a strategy that was reset", () => {
  it("a strategy that was reset has no track record in a plan", async () => {
    const { ws } = await open();
    await record(ws, 3, good);
    await ws.lessons.reset({ lesson: (await standing(ws)).id, reason: "the queue was rewritten" });
    expect(await prompt(ws)).not.toContain("0/0");
  });
});

describe("the state of a strategy", () => {
  it("the state of a strategy is the same after everything is folded again, and as its slow definition says", async () => {
    const step = fc.record({ harmful: fc.boolean(), days: fc.integer({ min: 0, max: 120 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { ws, clock } = await open();
        for (const { harmful, days } of steps) {
          clock.advance(days * dayMs);
          await ws.record(harmful ? bad : good);
        }
        const before = await ws.lessons.list();
        await ws.rebuild();
        expect(await ws.lessons.list()).toEqual(before);
        expect((await standing(ws)).state === "deprecated").toBe(isOut(steps));
      }),
      { numRuns: 60 },
    );
  });
});

/** The rule in words: sums over the whole history after each run, and what the one before came to. */
function isOut(steps: readonly { readonly harmful: boolean; readonly days: number }[]): boolean {
  let out = false;
  for (let n = 1; n <= steps.length; n += 1) {
    const left = (wanted: boolean) =>
      steps.slice(0, n).reduce((sum, { harmful }, index) => {
        const age = steps.slice(index + 1, n).reduce((days, each) => days + each.days, 0);
        return harmful === wanted ? sum + 0.5 ** (age / 90) : sum;
      }, 0);
    const total = left(true) + left(false);
    const share = left(true) / total;
    if (out) out = !(share < 0.2 - 1e-9);
    else out = total >= 2.99 && share > 0.3 + 1e-9;
  }
  return out;
}
