import { describe, expect, it } from "vitest";
import {
  dayMs,
  eventsOf,
  insightWith,
  openInsights,
  output,
  patterns,
  verdictOn,
} from "../../tests/support/insights.js";
import { openInTemp } from "../../tests/support/whetstone.js";
import type { Whetstone } from "../index.js";

const text = "Retries without a limit overload the queue server";
const prompt = "  # Task\r\n\r\nReview the change.\u0000 \n\n";
const names = ["amber", "birch", "cedar", "daisy", "ebony", "fern", "grape", "hazel", "iris", "juniper"];
/** As many different insights as asked for, each of about twenty tokens. */
const many = (count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => {
    const n = first + index;
    return `Module ${names[n % 10]} of layer ${Math.floor(n / 10)} keeps its handles open until the last worker has ended`;
  });

async function learned(role: string, texts: readonly string[], options = {}) {
  const { clock, ws } = await openInsights(options);
  // What is said once is shown by threes: more of them have to be said again.
  for (const run of texts.length > 3 ? ["learn", "again"] : ["learn"])
    for (let at = 0; at < texts.length; at += 40)
      await ws.deliberate({ role, run: `${run}-${at}`, text: patterns(...texts.slice(at, at + 40)) });
  clock.advance(1_000);
  return { clock, ws };
}

describe("a brief", () => {
  it("a brief with nothing to show returns the prompt unchanged", async () => {
    const { ws } = await openInsights();
    expect(await ws.brief({ role: "judge", prompt })).toMatchObject({
      prompt,
      text: "",
      form: "nothing",
      tokens: 0,
      memory_queried: 0,
      patterns_found: 0,
      shown: [],
      dropped: [],
    });
    await ws.deliberate({ role: "auditor", text: patterns(text) });
    expect((await ws.brief({ role: "judge", prompt })).prompt).toBe(prompt);
    expect((await ws.brief({ role: "judge" })).prompt).toBe("");
  });

  it("a brief puts its block before the prompt, which is unchanged", async () => {
    const { ws } = await learned("judge", [text]);
    const { text: block, prompt: whole } = await ws.brief({ role: "Judge", prompt });
    expect(block).toBe(
      `=== HISTORICAL PATTERNS (judge) ===\nUse what fits your task; record in brackets:\n` +
        `- ${text} [score:1.00]\n=== END HISTORICAL PATTERNS ===`,
    );
    expect(whole).toBe(`${block}\n\n${prompt}`);
  });

  it.each([
    ["judge", 800],
    ["auditor", 800],
    ["sentinel", 800],
    ["coder", 500],
    ["inspector", 500],
  ])("a brief has the budget of its role: %s %i tokens", async (role, budgetTokens) => {
    const { ws } = await learned(role, many(20));
    const fits = await ws.brief({ role, run: "r-1" });
    expect(fits).toMatchObject({ budgetTokens, form: budgetTokens === 800 ? "full" : "summary" });
    expect(fits.tokens).toBeLessThanOrEqual(budgetTokens);
    if (budgetTokens === 800) expect(fits.tokens).toBeGreaterThan(500);
  });

  it.each([
    [59, "nothing"],
    [60, "full"],
  ])("a brief with %i tokens left in the prompt shows %s", async (leftTokens, form) => {
    const { ws } = await learned("judge", [text]);
    const { shown, prompt: whole, ...result } = await ws.brief({ role: "judge", leftTokens, prompt });
    expect(result.form).toBe(form);
    expect(shown).toHaveLength(form === "full" ? 1 : 0);
    if (form === "nothing") expect(whole).toBe(prompt);
    expect(await eventsOf(ws, "lesson-exposed")).toHaveLength(shown.length);
  });

  it("a brief reports what did not fit", async () => {
    const { ws } = await learned("judge", many(12));
    const { form, shown, dropped, tokens, patterns_found } = await ws.brief({
      role: "judge",
      leftTokens: 200,
    });
    expect(form).toBe("best");
    expect(tokens).toBeLessThanOrEqual(200);
    expect(shown.length).toBeGreaterThan(2);
    expect(patterns_found).toBe(shown.length);
    const all = (await ws.lessons.list({ kind: "insight" })).lessons.map(({ id }) => id);
    expect([...shown.map(({ lesson }) => lesson), ...dropped].toSorted()).toEqual(all.toSorted());
    expect(await eventsOf(ws, "brief-made")).toMatchObject([
      { data: { role: "judge", form, shown: shown.length, dropped: dropped.length } },
    ]);
  });

  it("a brief shows the best insights first", async () => {
    const { clock, ws } = await openInsights();
    for (const run of ["r-0", "r-1"])
      await ws.deliberate({
        role: "judge",
        run,
        text: patterns("Old caches hold stale rows of the session"),
      });
    clock.advance(7 * dayMs);
    for (const each of [
      text,
      "Migrations must run before the queue server",
      "Slow starts are caused by cold caches",
    ])
      await ws.deliberate({
        role: "judge",
        run: "r-2",
        text: patterns(each),
        labels: [each === text ? "bug" : "ui"],
      });
    const order = async (labels: readonly string[]) =>
      (await ws.brief({ role: "judge", labels: [...labels] })).shown.map(({ score }) => score);
    expect(await order([])).toEqual([1.3, 1.1, 1, 0.6065]);
    expect(await order(["bug"])).toEqual([1.3, 1.1, 1.1, 0.6065]);
  });

  it("a brief records every line exactly as shown, with its run, its role and its brief", async () => {
    const { ws } = await learned("judge", [text, ...many(2)]);
    const brief = await ws.brief({ role: "judge", run: "r-1", taskId: "bd-1", phase: "review" });
    const exposed = await eventsOf(ws, "lesson-exposed");
    expect(exposed).toMatchObject(
      brief.shown.map((each) => ({
        id: each.exposure,
        run: "r-1",
        task: "bd-1",
        data: {
          lesson: each.lesson,
          text: each.text,
          role: "judge",
          brief: brief.id,
          verb: "brief",
          probability: 1,
        },
      })),
    );
    expect(brief.shown.map((each) => each.text)).toEqual(brief.text.split("\n").slice(2, -1));
  });

  it("a brief without a run names one, and a deliberation in that run knows what was shown", async () => {
    const { ws } = await learned("judge", [text]);
    const { run, id } = await ws.brief({ role: "judge" });
    expect(run).toBe(id);
    expect(await eventsOf(ws, "lesson-exposed")).toMatchObject([{ run }]);
    const { insights, deliberation } = await ws.deliberate({
      role: "judge",
      run,
      text: output + patterns(text),
    });
    expect(insights).toMatchObject([{ echo: true }]);
    expect((await ws.review({ output: verdictOn(deliberation) })).reinforced).toHaveLength(1);
  });

  it("a brief with wrong input stops no caller: the prompt is returned, and the loss is noted", async () => {
    const { ws } = await learned("judge", [text]);
    const result = await ws.brief({ role: "../judge", prompt } as never);
    expect(result).toMatchObject({ prompt, form: "nothing", shown: [], failed: { code: "invalid_input" } });
    expect((await ws.status()).lost).toBe(1);
  });
});

describe("a summary", () => {
  const old = many(30);
  const summarised = async () => {
    const { clock, ws } = await learned("coder", old);
    const before = await ws.brief({ role: "coder", run: "before" });
    expect(before.form).toBe("summary");
    return { clock, ws, before, first: before.shown[0]?.lesson ?? "" };
  };
  const briefAfter = async (ws: Whetstone) => ws.brief({ role: "coder", run: "after" });

  it("a summary replaces too many insights, within the budget, and each insight in it counts as shown", async () => {
    const { ws, before } = await summarised();
    expect(before.tokens).toBeLessThanOrEqual(500);
    expect(before.text).toContain(`Summary of ${before.shown.length} patterns:`);
    expect(before.shown.length).toBeGreaterThan(10);
    expect(before.shown.length + before.dropped.length).toBe(30);
    expect(await eventsOf(ws, "lesson-exposed")).toHaveLength(before.shown.length);
    expect((await briefAfter(ws)).text).toBe(before.text);
  });

  it("an insight that was in a summary is an echo when the role repeats it", async () => {
    const { ws, before } = await summarised();
    const { insights } = await ws.deliberate({ role: "coder", run: "before", text: patterns(...old) });
    const echoes = insights.filter(({ echo }) => echo).map(({ lesson }) => lesson);
    expect(echoes.toSorted()).toEqual(before.shown.map(({ lesson }) => lesson).toSorted());
  });

  it.each(["promote", "retire", "reset", "forget"] as const)(
    "a summary is not shown after a person's %s",
    async (verb) => {
      const { ws, before, first } = await summarised();
      const { lessons } = await ws.lessons.list({ kind: "insight" });
      const words = lessons.find(({ id }) => id === first)?.text ?? "?";
      if (verb === "retire") await ws.lessons.retire({ lessons: [first], reason: "r" });
      else await ws.lessons[verb]({ lesson: first, reason: "r" });
      const after = await briefAfter(ws);
      expect(after.form).toBe("best");
      expect(after.text).not.toBe(before.text);
      expect(after.text.includes(words)).toBe(verb === "promote");
    },
  );

  it("a summary is made again when something new was learned", async () => {
    const { ws, before } = await summarised();
    const fresh = "Migrations must run before the queue server";
    await ws.deliberate({ role: "coder", run: "new", text: patterns(fresh) });
    const after = await briefAfter(ws);
    expect(before.text).not.toContain(fresh);
    expect(after).toMatchObject({ form: "summary" });
    expect(after.text).toContain(fresh);
  });

  it("a summary is not shown once one of its insights scores too low", async () => {
    const faded = many(10);
    const { clock, ws } = await learned("coder", faded);
    clock.advance(20 * dayMs);
    for (const run of ["young", "younger"])
      await ws.deliberate({ role: "coder", run, text: patterns(...many(15, 10)) });
    clock.advance(12 * dayMs);
    const kept = await briefAfter(ws);
    expect(kept).toMatchObject({ form: "summary" });
    expect(kept.text).toContain("layer 0");
    clock.advance(dayMs);
    const later = await ws.brief({ role: "coder", run: "later" });
    expect(later.form).toBe("full");
    expect(later.shown).toHaveLength(15);
    expect(later.text).not.toContain("layer 0");
  });

  it("a summary is not shown after a verdict, nor after the end of a run, until it is made again", async () => {
    const { ws, before } = await summarised();
    await ws.outcomeScore({ run: "before", result: "failed" });
    expect((await ws.brief({ role: "coder", run: "r-1" })).form).toBe("best");
    const { deliberation } = await ws.deliberate({ role: "coder", run: "before", text: output });
    expect((await ws.brief({ role: "coder", run: "r-2" })).form).toBe("summary");
    await ws.review({ output: verdictOn(deliberation), validatorRole: "tester" });
    const after = await ws.brief({ role: "coder", run: "r-3" });
    expect(after.form).toBe("summary");
    expect(after.shown.map(({ lesson }) => lesson)).not.toEqual(before.shown.map(({ lesson }) => lesson));
  });
});

describe("what a brief leaves out", () => {
  it("a brief leaves out an insight that a person deprecated", async () => {
    const { ws } = await learned("judge", [text, ...many(1)]);
    await ws.lessons.retire({ lessons: [(await insightWith(ws, text)).id], reason: "wrong" });
    expect((await ws.brief({ role: "judge" })).text).not.toContain(text);
  });

  it("a brief leaves out an insight that a person deprecated, also as another role verified it", async () => {
    const { ws } = await openInsights();
    for (const task of ["bd-1", "bd-2"])
      await ws.deliberate({
        role: "auditor",
        run: task,
        taskId: task,
        labels: ["bug", task],
        text: patterns(text),
      });
    const shown = async () => (await ws.brief({ role: "judge", labels: ["bug"] })).shown.length;
    expect(await shown()).toBe(1);
    await ws.deliberate({ role: "judge", run: "r-3", text: patterns(text) });
    expect(await shown()).toBe(1);
    await ws.lessons.retire({ lessons: [(await insightWith(ws, text)).id], reason: "wrong" });
    expect(await shown()).toBe(0);
  });

  it("a brief leaves out an insight that scores less than 0.1, until its context lifts it", async () => {
    const { clock, ws } = await openInsights();
    await ws.deliberate({ role: "judge", text: patterns(text), labels: ["bug"] });
    clock.advance(33 * dayMs);
    expect((await ws.brief({ role: "judge" })).shown).toEqual([]);
    expect((await ws.brief({ role: "judge", labels: ["bug"] })).shown).toMatchObject([{ score: 0.1042 }]);
  });
});

it("a brief that comes too late leaves its phase known to the gate", async () => {
  const ws = await openInTemp({ set: ["insights.briefLimitMs=1"] });
  const late = await ws.brief({ role: "coder", task: "Add a page for invoices", phase: "build" });
  expect(late.failed?.code).toBe("busy");
  expect((await ws.status()).gates.newest.map(({ phase }) => phase)).toContain("build");
});
