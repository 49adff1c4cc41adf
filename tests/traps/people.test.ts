import { describe, expect, it } from "vitest";
import { eventsOf, insightWith, openInsights, patterns } from "../support/insights.js";
import { collect } from "../support/whetstone.js";

const text = "Retries overload the queue server";

describe("people stay in charge", () => {
  it("trap 46: nothing could be deleted; here an insight goes with its text, and says so", async () => {
    const { ws } = await openInsights();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(text) });
    const line = (await ws.brief({ role: "judge", run: "r-2" })).shown[0]?.text;
    const { id: lesson } = await insightWith(ws, text);
    const { texts, events } = await ws.lessons.previewForget(lesson);
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
      await ws.deliberate({ role: "auditor", run: task, task, labels: [task], text: patterns(text) });
    const { shown, id } = await ws.brief({ role: "judge", run: "r-3", labels: ["bd-1"], actor: "host" });
    const [line] = shown;
    expect(line?.text).toBe(`- ${text} [2x validated, via:auditor]`);
    expect(await eventsOf(ws, "lesson-exposed")).toMatchObject([
      { id: line?.exposure, run: "r-3", actor: "host", data: { lesson: line?.lesson, role: "judge", brief: id } },
    ]);
    expect((await ws.explain(line?.exposure ?? "")).kind).toBe("event");
    const { answer, numbers, events } = await ws.explain(line?.lesson ?? "");
    expect(numbers).toMatchObject({ exposures: 1, sightings: 2, situations: 2 });
    expect(answer.join(" ")).toContain("It was shown 1 time");
    expect(events.map(({ type }) => type)).toContain("lesson-exposed");
    expect((await ws.status()).shown).toMatchObject({ withLessons: 1, exposures: 1 });
  });
});
