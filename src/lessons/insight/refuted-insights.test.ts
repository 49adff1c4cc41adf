import { describe, expect, it } from "vitest";
import {
  dayMs,
  insightWith,
  openInsights,
  output,
  patterns,
  refuting,
  verdictOn,
} from "../../../tests/support/insights.js";

const wrong = "Every string comparison must be done in constant time";
const right = "Retries without a limit overload the queue server";
type Opened = Awaited<ReturnType<typeof openInsights>>;

/** The judge says it unprompted in a run of its own, and a validator refutes it. */
async function refuted({ ws, clock }: Opened, run: string, says = wrong) {
  const { deliberation } = await ws.deliberate({ role: "judge", run, taskId: run, text: patterns(says) });
  clock.advance(1_000);
  await ws.review({ output: verdictOn(deliberation, refuting(says)) });
}

/** The judge says it, is shown it, and passes on evidence. */
async function held({ ws, clock }: Opened, run: string, says = wrong) {
  await ws.brief({ role: "judge", run });
  const text = output + patterns(says);
  const { deliberation } = await ws.deliberate({ role: "judge", run, taskId: run, labels: [run], text });
  clock.advance(1_000);
  await ws.review({ output: verdictOn(deliberation) });
}

describe("an insight that is refuted", () => {
  it("an insight that is refuted again gets neither count nor recency back", async () => {
    const opened = await openInsights();
    const { ws, clock } = opened;
    for (let n = 0; n < 4; n += 1) await held(opened, `held-${n}`);
    clock.advance(60 * dayMs);
    const scores: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await refuted(opened, `refuted-${n}`);
      scores.push((await insightWith(ws, wrong)).score);
      clock.advance(dayMs);
    }
    expect(scores[0]).toBeLessThan(0.1);
    for (const [index, score] of scores.entries())
      if (index > 0) expect(score).toBeLessThan(scores[index - 1] ?? 0);
    expect((await ws.brief({ role: "judge" })).text).not.toContain(wrong);
    await ws.rebuild();
    expect((await insightWith(ws, wrong)).score).toBeLessThan(0.1);
  });

  it("an insight that is refuted keeps the recency of what was not refuted", async () => {
    const opened = await openInsights();
    const { ws, clock } = opened;
    await ws.deliberate({ role: "judge", run: "r-1", taskId: "r-1", text: patterns(wrong) });
    clock.advance(10 * dayMs);
    const { deliberation } = await ws.deliberate({
      role: "judge",
      run: "r-2",
      taskId: "r-2",
      text: patterns(wrong),
    });
    clock.advance(10 * dayMs);
    await ws.deliberate({ role: "judge", run: "r-3", taskId: "r-3", text: patterns(wrong) });
    await ws.review({ output: verdictOn(deliberation, refuting(wrong)) });
    const { numbers } = await ws.explain({ id: (await insightWith(ws, wrong)).id });
    expect(numbers).toMatchObject({ decay: 1, sightings: 2, successes: 2, ignores: 1 });
  });

  it("an insight that was refuted as often as it held is shown only as something to avoid", async () => {
    const opened = await openInsights();
    const { ws } = opened;
    await ws.deliberate({ role: "judge", run: "r-0", text: patterns(right) });
    await refuted(opened, "r-1");
    const avoided = `- AVOID raising without new evidence: ${wrong}`;
    expect((await ws.brief({ role: "judge" })).text).toContain(`${avoided} [+0 net, 1x ignored]`);
    await refuted(opened, "r-2");
    const { text } = await ws.brief({ role: "judge" });
    expect(text).toContain(`${avoided} [-1 net, 2x ignored]`);
    expect(text).toContain(`- ${right} [`);
  });

  it("an insight that regressed or has faded is not ready for promotion", async () => {
    const opened = await openInsights();
    const { ws, clock } = opened;
    for (let n = 0; n < 4; n += 1) await held(opened, `held-${n}`);
    const ready = async () => (await ws.report()).insights.readyForPromotion.map(({ text }) => text);
    expect(await ready()).toEqual([wrong]);
    await ws.brief({ role: "judge", run: "last" });
    const { deliberation } = await ws.deliberate({
      role: "judge",
      run: "last",
      taskId: "last",
      text: patterns(wrong),
    });
    clock.advance(1_000);
    await ws.review({ output: verdictOn(deliberation, refuting(wrong)) });
    expect(await ready()).toEqual([]);
    for (const task of ["bd-1", "bd-2"])
      await ws.deliberate({ role: "judge", run: task, taskId: task, labels: [task], text: patterns(right) });
    expect(await ready()).toEqual([right]);
    clock.advance(60 * dayMs);
    expect(await ready()).toEqual([]);
  });
});

describe("places at the end of an insight", () => {
  it.each([
    "Never trust a request body without a schema. See src/b.ts:9.",
    "Never trust a request body without a schema (src/a.ts:2)",
    "Never trust a request body without a schema (see src/a.ts:2, src/b.ts:4-9).",
    "Never trust a request body without a schema src/a.ts:2",
    "Never trust a request body without a schema — `src/a.ts:2`",
    "Never trust a request body without a schema, e.g. src/routes/user.ts#L12",
    "Never trust a request body without a schema. Seen in src/a.ts:2 and src/b.ts:9.",
    "Never trust a request body without a schema [src/a.ts:2]",
  ])("places at the end make no new insight: %s", async (said) => {
    const { ws } = await openInsights();
    const plain = "Never trust a request body without a schema";
    await ws.deliberate({ role: "judge", run: "r-1", taskId: "bd-1", text: patterns(plain) });
    const { insights } = await ws.deliberate({
      role: "judge",
      run: "r-2",
      taskId: "bd-2",
      text: patterns(said),
    });
    expect(insights).toHaveLength(1);
    expect((await ws.lessons.list({ kind: "insight" })).lessons).toMatchObject([
      { text: plain, state: "candidate", successes: 2 },
    ]);
  });

  it.each([
    "Never edit src/generated/client.ts",
    "Timeouts must be set in config/http.ts:4",
    "The clock starts at 10:30",
    "Always call the service on localhost:8080",
    "Never use version 1.2.3:4",
  ])("places that belong to the statement stay: %s", async (said) => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(said) });
    for (const { text } of (await ws.lessons.list({ kind: "insight" })).lessons) expect(text).toBe(said);
  });
});
