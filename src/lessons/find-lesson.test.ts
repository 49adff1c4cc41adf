import { describe, expect, it } from "vitest";
import { rule, shortIdIn, topics } from "../../tests/support/directives.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import type { Whetstone } from "../index.js";

const why = { reason: "reviewed", origin: "human" };

async function withDirective() {
  const ws = await openInTemp();
  const { lesson } = await ws.lessons.add(rule());
  return { ws, lesson, hash: lesson.slice("directive-".length) };
}

/** The first two directives that share the first character of their hash. */
async function ambiguousCharacter(ws: Whetstone): Promise<{ start: string; lessons: readonly string[] }> {
  const byStart = new Map<string, string[]>();
  for (const topic of topics) {
    const { lesson } = await ws.lessons.add(rule({ text: topic }));
    const start = lesson.slice("directive-".length, "directive-".length + 1);
    byStart.set(start, [...(byStart.get(start) ?? []), lesson]);
  }
  const [found] = [...byStart].filter(([, lessons]) => lessons.length > 1);
  if (found === undefined) throw new Error("no two topics share a character");
  return { start: `directive-${found[0]}`, lessons: found[1] };
}

describe("a lesson", () => {
  it("a lesson is found by the short id of a brief, with and without brackets", async () => {
    const { ws, lesson } = await withDirective();
    const shortId = shortIdIn(await ws.brief({ role: "coder" }), lesson);
    for (const id of [shortId, `[${shortId}]`, shortId.toUpperCase(), `directive-${shortId}…`])
      expect(await ws.explain({ id })).toMatchObject({ kind: "directive", id: lesson });
  });

  it("a lesson of each kind is found by the beginning of its id", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ strategy: "Split by layer" }));
    await ws.deliberate({
      role: "judge",
      text: "I looked.\n\n## Accumulated Patterns\n- Always close file handles before a rename.\n",
    });
    await ws.lessons.add(rule());
    const { lessons } = await ws.lessons.list();
    expect(new Set(lessons.map(({ kind }) => kind))).toEqual(new Set(["strategy", "insight", "directive"]));
    for (const { id } of lessons) {
      const [kind = "", hash = ""] = id.split("-");
      for (const given of [`${kind}-${hash.slice(0, 6)}`, hash.slice(0, 6)])
        expect(await ws.explain({ id: given }), given).toMatchObject({ id });
    }
  });

  it("an anti-pattern is found by the beginning of the id that the list shows", async () => {
    const ws = await openInTemp({ set: ["antiPatterns.minObservations=2"] });
    for (const task of ["bd-1", "bd-2"])
      await ws.record(outcome({ taskId: task, result: "failure", strategy: "Split by layer" }));
    const [{ id } = { id: "" }] = (await ws.lessons.list({ kind: "anti_pattern" })).lessons;
    expect(id).toMatch(/^anti-strategy-/);
    for (const given of [id, id.slice(0, 18), id.slice("anti-".length, 15)])
      expect(await ws.lessons.forget({ lesson: given, dryRun: true })).toMatchObject({ lesson: id });
  });

  it("every verb that takes a lesson takes the beginning of its id", async () => {
    const { ws, lesson, hash } = await withDirective();
    const given = hash.slice(0, 8);
    expect(await ws.lessons.harden({ lesson: given, triggers: ["body"], origin: "human" })).toMatchObject({
      lesson,
    });
    expect(await ws.lessons.set({ lesson: given, priority: "high", ...why })).toMatchObject({ lesson });
    expect(await ws.lessons.promote({ lesson: given, ...why })).toMatchObject({ lesson });
    expect(await ws.lessons.retire({ lessons: [given], ...why })).toMatchObject({
      retired: [{ lesson, state: "archived" }],
    });
    expect(await ws.lessons.activate({ lesson: given, ...why })).toMatchObject({ status: "active" });
    expect(await ws.lessons.share({ lesson: given, to: "global", origin: "human" })).toMatchObject({
      lesson,
    });
    expect(await ws.lessons.forget({ lesson: given, ...why })).toMatchObject({ lesson });
  });

  it("retire and reset take the beginning of a strategy's id", async () => {
    const ws = await openInTemp();
    const { strategies } = await ws.record(outcome({ strategy: "Split by layer" }));
    const lesson = strategies[0] ?? "";
    const given = lesson.slice("strategy-".length, "strategy-".length + 6);
    expect(await ws.lessons.retire({ lessons: [given], ...why })).toMatchObject({ retired: [{ lesson }] });
    expect(await ws.lessons.reset({ lesson: given, ...why })).toMatchObject({ lesson });
  });

  it("the beginning of several ids is refused with the candidates", async () => {
    const ws = await openInTemp();
    const { start, lessons } = await ambiguousCharacter(ws);
    const refused = await ws.lessons.retire({ lessons: [start], ...why }).catch((error) => error);
    expect(refused).toMatchObject({
      code: "invalid_input",
      field: "lesson",
      next: "give more characters of the id",
    });
    expect(refused.values.candidates.toSorted()).toEqual(lessons.toSorted());
    for (const lesson of lessons) expect(refused.message).toContain(lesson);
    await expect(ws.explain({ id: start })).rejects.toMatchObject({ code: "invalid_input", field: "id" });
  });

  it("an unknown id is refused with the way to find one", async () => {
    const { ws } = await withDirective();
    for (const lesson of ["directive-00000000", "zzzz", "[]", "…"])
      await expect(ws.lessons.retire({ lessons: [lesson], ...why })).rejects.toMatchObject({
        code: "not_found",
        next: expect.stringContaining("whetstone lessons list"),
      });
  });
});
