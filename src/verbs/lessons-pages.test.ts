import { describe, expect, it } from "vitest";
import { tellStory } from "../../tests/support/page-story.js";
import { openInTemp } from "../../tests/support/whetstone.js";

describe("a list of lessons by pages", () => {
  it("the pages of any size make up the whole list, in every filter", async () => {
    const ws = await openInTemp();
    await tellStory(ws.as);
    for (const filter of [
      {},
      { kind: "directive" },
      { state: "proposed" },
      { words: "npm COMMIT" },
    ] as const) {
      const { lessons: whole } = await ws.lessons.list(filter);
      expect(whole.length).toBeGreaterThan(0);
      for (const limit of [1, 2, 3, 50]) {
        const pages = [];
        for (let offset = 0; offset < whole.length; offset += limit)
          pages.push(...(await ws.lessons.list({ ...filter, offset, limit })).lessons);
        expect(pages).toEqual(whole);
      }
    }
  });

  it("a page knows what was just written", async () => {
    const ws = await openInTemp();
    const total = async () => (await ws.lessons.list({ offset: 0, limit: 10 })).total;
    expect(await total()).toBe(0);
    const { lesson } = await ws.lessons.add({ text: "Close every file handle", appliesToAgents: ["coder"] });
    expect(await total()).toBe(1);
    await ws.lessons.forget({ lesson, reason: "it names a customer" });
    expect(await total()).toBe(0);
  });

  it("words are looked for in the text and the id, and all of them must be there", async () => {
    const ws = await openInTemp();
    await tellStory(ws.as);
    const found = async (words: string) => (await ws.lessons.list({ words })).lessons.map(({ text }) => text);
    expect(await found("MAIN push")).toEqual(["From now on, never push to main without asking me first"]);
    expect(await found("push migrations")).toEqual([]);
    expect((await found("failure-")).length).toBe(1);
  });
});

describe("the history of a lesson", () => {
  it("the history of a lesson has the exact lines that were shown, the newest first, and why people decided", async () => {
    const ws = await openInTemp();
    await tellStory(ws.as);
    const { lessons } = await ws.lessons.list({ kind: "failure" });
    const lesson = lessons[0]?.id ?? "";
    await ws.lessons.retire({ lessons: [lesson], reason: "the tool is gone" });
    const { lesson: found, history } = await ws.lessons.history({ lesson: lesson.slice(0, 14) });
    expect(found).toMatchObject({ id: lesson, state: "retired" });
    expect(history[0]).toMatchObject({ type: "lesson-retired", reason: "the tool is gone", line: null });
    const lines = history.filter(({ line }) => line !== null);
    expect(lines.length).toBe(2);
    for (const { session, line } of lines) {
      const { shown } = await ws.shown({ name: session ?? "" });
      expect(shown.map(({ text }) => text).join("\n")).toContain(line);
    }
    await expect(ws.lessons.history({ lesson: "directive-none" })).rejects.toThrow("directive-none");
  });
});
