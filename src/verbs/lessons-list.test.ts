import { expect, expectTypeOf, it } from "vitest";
import { begin, end, fail, openTrial } from "../../tests/support/trials.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import { memoryIo } from "../base/terminal/memory-io.contract.js";
import { styleFor } from "../base/terminal/style.js";
import type { DirectiveLesson } from "../lessons/lesson-output.js";
import { verb } from "./lessons-list.js";

const plain = styleFor(memoryIo().io.stdout, {}, true);

it("lessons list has lessons of every kind, measured ones too, within 120 columns", async () => {
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
  const screen = (await verb.cli?.render?.(listed, plain, {})) ?? "";
  const lines = screen.trimEnd().split("\n");
  const found = listed.lessons.find(({ id }) => id === lesson);
  const { shown, heldOut } = (found?.kind === "failure" && found.measured) || {};
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => line.length > 120)).toEqual([]);
  expect(lines[0]).toMatch(/^ID +STATE +WORKED +FAILED +SHOWN +IF SHOWN +HELD OUT +VERDICT +TEXT$/);
  const arms = `${shown?.repeated} of ${shown?.sessions} +${heldOut?.repeated} of ${heldOut?.sessions}`;
  expect(screen).toMatch(new RegExp(`${lesson} .*${arms} +not known +\\S.{19}`));
  expect(screen).toMatch(/anti-strategy-\S+ +avoid +.* {2}Split the work by .*…$/m);
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
