import { expect, expectTypeOf, it } from "vitest";
import { begin, end, fail, openTrial } from "../../tests/support/trials.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import { memoryIo } from "../base/terminal/memory-io.contract.js";
import { styleFor } from "../base/terminal/style.js";
import type { DirectiveLesson } from "../lessons/lesson-output.js";
import { verb } from "./lessons-list.js";

const plain = styleFor(memoryIo().io.stdout, {}, true);

it("lessons list has lessons of every kind, whose texts have room at 80 and 120 columns", async () => {
  const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
  for (let n = 0; n < 10; n += 1) {
    await begin(ws, `s-${n}`);
    if (n % 4 === 0) await fail(ws, `s-${n}`);
    await end(ws, `s-${n}`);
  }
  const long = "that is said at such length that no line of a terminal has room for all of its words";
  await ws.lessons.add({ text: `Review every request body ${long}`, origin: "human" });
  const strategy = `Split the work by the folder ${long}`;
  for (let n = 0; n < 3; n += 1) await ws.record(outcome({ strategy, result: "failure" }));
  const listed = await ws.lessons.list({});
  const screenAt = async (columns: number) => {
    const screen = (await verb.cli?.render?.(listed, { ...plain, columns }, {})) ?? "";
    return screen.trimEnd().split("\n");
  };
  for (const [columns, forText] of [
    [80, 35],
    [120, 60],
  ] as const) {
    const lines = await screenAt(columns);
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
    expect(columns - (lines[0]?.indexOf("TEXT") ?? columns)).toBeGreaterThan(forText);
    const [id] = lines.find((line) => line.includes("Split the work by"))?.split(" ") ?? [];
    expect(id).toHaveLength(8);
    expect(await ws.lessons.history({ lesson: id ?? "" })).toMatchObject({
      lesson: { id: expect.stringContaining(id ?? "-") },
    });
  }
  expect((await screenAt(80))[0]).toMatch(/^ID +STATE +SHOWN +TEXT$/);
  expect((await screenAt(120))[0]).toMatch(/^ID +STATE +WORKED +FAILED +SHOWN +TEXT$/);
  expect((await screenAt(80)).some((line) => line.startsWith(lesson.slice("failure-".length, 16)))).toBe(
    true,
  );
});

it("a list of one kind has the fields of that kind, without a test for it", async () => {
  const ws = await openInTemp();
  await ws.lessons.add({ text: "Review every request body", origin: "human" });
  const { lessons } = await ws.lessons.list({ kind: "directive" });
  expect(lessons.map(({ enforcement }) => enforcement)).toEqual(["warn"]);
  expectTypeOf(lessons[0]).toEqualTypeOf<DirectiveLesson | undefined>();
  const { lessons: avoid } = await ws.lessons.list({ kind: "anti_pattern" });
  expectTypeOf(avoid[0]?.kind).toEqualTypeOf<"anti_pattern" | undefined>();
});

it("lessons of all kinds are found by the five words of people, and sorted by what needs a person first", async () => {
  const { ws, lesson } = await openTrial(["evidence.share=0.5"]);
  await ws.lessons.add({ text: "Keep the migrations in order of their dates", origin: "human" });
  await ws.lessons.add({ text: "Never deploy on a Friday", origin: "agent:coder" });
  const [retired] = (await ws.lessons.list({ words: "migrations" })).lessons;
  await ws.lessons.retire({ lessons: [retired?.id ?? ""], reason: "it is old" });
  const found = async (stage: "waits" | "shown" | "unsolved" | "asleep" | "retired") =>
    (await ws.lessons.list({ stage, sort: "urgent" })).lessons.map(({ text }) => text.slice(0, 12));
  expect(await found("waits")).toEqual(["Never deploy"]);
  expect(await found("retired")).toEqual(["Keep the mig"]);
  expect(await found("asleep")).toEqual([]);
  const all = (await ws.lessons.list({ sort: "urgent" })).lessons;
  expect(all.map(({ state }) => state)).toEqual(["quarantined", "active", "archived"]);
  expect(all[1]?.id).toBe(lesson);
});
