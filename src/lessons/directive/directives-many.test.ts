import { describe, expect, it } from "vitest";
import { directiveDrafts, rule, seed, topics } from "../../../tests/support/directives.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { directiveId } from "./rules/directive-id.js";

const many = 6_000;
const limits = { set: ["insights.briefLimitMs=60000", "insights.captureLimitMs=600000"] };
const textOf = (n: number) => `Keep the rule of part${n} in module${n % 97}`;
const rare = "Drain the turbine before its certificate expires";

/**
 * A project with thousands of directives for one role, the last of which is about something else, and weighs
 * least.
 */
async function crowded() {
  const ws = await openInTemp(limits);
  await ws.lessons.add(rule({ text: topics[0], priority: "critical" }));
  const drafts = Array.from({ length: many }, (_, n) => directiveDrafts(textOf(n)));
  await seed(ws, [...drafts.flat(), ...directiveDrafts(rare, { priority: "low" })]);
  return ws;
}

describe(`${many} directives of one role`, () => {
  it("a brief from thousands of directives stays within its limit, with the weightiest first and those like the task", async () => {
    const ws = await crowded();
    expect((await ws.status()).lessons.directives).toBe(many + 2);
    const plain = await ws.brief({ role: "coder", run: "r-1" });
    expect(plain.failed).toBeUndefined();
    expect(plain.shown).toHaveLength(8);
    expect(plain.shown[0]?.text).toContain(topics[0]);
    expect(plain.memory_queried).toBe(300);

    const task = "The certificate of the turbine expires";
    const before = await ws.brief({ role: "coder", run: "r-2", task });
    expect(before.failed).toBeUndefined();
    expect(before.shown).toHaveLength(8);
    await ws.search({ text: rare });
    const found = await ws.brief({ role: "coder", run: "r-3", task });
    expect(found.failed).toBeUndefined();
    expect(found.shown.slice(0, 2).map(({ text }) => text)).toEqual([
      expect.stringContaining(topics[0]),
      expect.stringContaining(rare),
    ]);
    const other = await ws.brief({ role: "designer", run: "r-4", task });
    expect(other).toMatchObject({ shown: [], dropped: [] });
    expect(other.failed).toBeUndefined();
  });
});

describe("a phase in which very much was shown", () => {
  const exposure = (lesson: string) => ({
    type: "lesson-exposed" as const,
    data: {
      lesson,
      verb: "brief" as const,
      moment: "brief" as const,
      role: "coder",
      phase: "build",
      text: "a row",
      probability: 1,
    },
    run: "r-2",
  });

  it("a phase with many shown directives forgets none of them before its end", async () => {
    const ws = await openInTemp(limits);
    const { lesson } = await ws.lessons.add(rule({ priority: "critical" }));
    await ws.brief({ role: "coder", phase: "build", run: "r-1" });
    const exposures = Array.from({ length: 600 }, (_, n) => [
      ...directiveDrafts(textOf(n)),
      exposure(directiveId(textOf(n))),
    ]);
    await seed(ws, exposures.flat());
    expect(await ws.gate({ phase: "build" })).toMatchObject({
      passed: false,
      blocks: [{ lesson }],
      considered: 1,
    });
  });
});
