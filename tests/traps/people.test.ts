import { describe, expect, it } from "vitest";
import { passPhase, rule, topics } from "../support/directives.js";
import { eventsOf, insightWith, openInsights, patterns } from "../support/insights.js";
import { collect, openInTemp } from "../support/whetstone.js";

describe("what people feared", () => {
  it("trap 43: a project filter was missing from one query; here no project sees another's directives", async () => {
    const one = await openInTemp({ project: "one" });
    const two = await openInTemp({ root: one.folder, project: "two" });
    const { lesson } = await one.lessons.add(
      rule({
        appliesToAgents: ["*"],
        appliesToTools: ["*"],
        forbiddenActions: ["Bash"],
        enforcement: "enforce",
      }),
    );
    const asked = { role: "coder", tools: ["Bash"], phase: "build" };
    expect((await one.brief(asked)).shown).toHaveLength(1);
    expect(await one.checkTool({ tool: "Bash" })).toMatchObject({ decision: "deny" });
    expect((await two.brief(asked)).shown).toEqual([]);
    expect(await two.checkTool({ tool: "Bash" })).toMatchObject({ decision: "allow" });
    expect((await two.lessons.list()).total).toBe(0);
    await expect(two.explain({ id: lesson })).rejects.toMatchObject({ code: "not_found" });
    expect(await two.lessons.add(rule())).toMatchObject({ merged: false });
    expect((await two.report()).directives.total).toBe(1);
  });

  it("trap 44: hidden model calls; here what nobody can check waits, and no model is asked", async () => {
    const { ws } = await openInsights();
    const { status } = await ws.status({ config: true }).then(({ config = [] }) => ({
      status: config.find(({ path }) => path === "model.enabled")?.value,
    }));
    expect(status).toBe(false);
    const added = await ws.lessons.add({ text: topics[0], origin: "agent:coder" });
    expect(added).toMatchObject({ status: "quarantined" });
    await passPhase(ws, "build");
    expect(await ws.lessons.list({ kind: "directive", state: "quarantined" })).toMatchObject({ total: 1 });
  });

  it("trap 45: 98 % of the entries were junk; here single failures and vague texts are never shown", async () => {
    const { ws } = await openInsights();
    for (const [n, text] of topics.entries()) {
      await ws.lessons.add({ text, origin: "agent:coder" });
      const failed = {
        tool: "Bash",
        input: `run ${n}`,
        output: `Error: number ${text}`,
        facts: { exitCode: 1 },
      };
      await ws.reflect({ ...failed, phase: "build" });
    }
    await ws.gate({ phase: "build" });
    expect((await ws.brief({ role: "coder", tools: ["Bash"] })).shown).toEqual([]);
    expect((await ws.report()).directives).toMatchObject({
      total: topics.length,
      quarantined: topics.length,
    });
  });

  it("trap 46: nothing could be deleted; here a directive's text is gone from the log and the read models", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    await ws.brief({ role: "coder", phase: "build" });
    await ws.lessons.forget({ lesson, reason: "it names a customer" });
    expect((await collect(ws.export())).join("\n")).not.toContain(rule().text);
    await expect(ws.explain({ id: lesson })).rejects.toMatchObject({ code: "not_found" });
  });

  it("trap 47: nobody could see what was injected and why; here each row is an event with its exact text", async () => {
    const { ws } = await openInsights();
    const { lesson } = await ws.lessons.add(rule());
    const { shown, text } = await ws.brief({ role: "coder", phase: "build", run: "r-1" });
    const [row] = shown;
    expect(text.split("\n")).toContain(row?.text);
    expect(await eventsOf(ws, "lesson-exposed")).toMatchObject([
      {
        id: row?.exposure,
        run: "r-1",
        data: { lesson, role: "coder", phase: "build", text: row?.text, probability: 1 },
      },
    ]);
    expect((await ws.explain({ id: lesson })).answer.join(" ")).toContain("from human");
  });
});

const text = "Retries overload the queue server";

describe("people stay in charge", () => {
  it("trap 46: nothing could be deleted; here an insight goes with its text, and says so", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(text) });
    const line = (await ws.brief({ role: "judge", run: "r-2" })).shown[0]?.text;
    const { id: lesson } = await insightWith(ws, text);
    const { texts, blankedEvents: events } = await ws.lessons.forget({ lesson, dryRun: true });
    expect({ texts, events }).toEqual({ texts: [text, line], events: 3 });
    expect((await collect(ws.export())).join("\n")).toContain(text);
    await ws.lessons.forget({ lesson, reason: "asked to", actor: "keeper" });
    const log = (await collect(ws.export())).join("\n");
    expect(log).not.toContain("overload");
    expect((await eventsOf(ws, "lesson-forgotten"))[0]).toMatchObject({ actor: "keeper", data: { lesson } });
    expect((await ws.lessons.list()).total).toBe(0);
    expect((await ws.brief({ role: "judge" })).shown).toEqual([]);
  });

  it("trap 47: nobody could see what was injected and why; here each line is on record, and explains itself", async () => {
    const { ws } = await openInsights();
    for (const task of ["bd-1", "bd-2"])
      await ws.deliberate({ role: "auditor", run: task, taskId: task, labels: [task], text: patterns(text) });
    const { shown, id } = await ws.brief({ role: "judge", run: "r-3", labels: ["bd-1"], actor: "host" });
    const [line] = shown;
    expect(line?.text).toBe(`- ${text} [seen 2x, via:auditor]`);
    expect(await eventsOf(ws, "lesson-exposed")).toMatchObject([
      {
        id: line?.exposure,
        run: "r-3",
        actor: "host",
        data: { lesson: line?.lesson, role: "judge", brief: id },
      },
    ]);
    expect((await ws.explain({ id: line?.exposure ?? "" })).kind).toBe("exposure");
    const { answer, numbers, events } = await ws.explain({ id: line?.lesson ?? "" });
    expect(numbers).toMatchObject({ exposures: 1, sightings: 2, situations: 2 });
    expect(answer.join(" ")).toContain("It was shown 1 time");
    expect(events.map(({ type }) => type)).toContain("lesson-exposed");
    expect((await ws.status()).shown).toMatchObject({ withLessons: 1, exposures: 1 });
  });
});
