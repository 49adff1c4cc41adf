import { expect, it } from "vitest";
import { measureLesson, tellStory } from "../../../tests/support/page-story.js";
import { openInTemp } from "../../../tests/support/whetstone.js";
import { memoryIo } from "../../base/terminal/memory-io.contract.js";
import { styleFor } from "../../base/terminal/style.js";
import { lessonScreen } from "./lesson-screen.js";

const plain = { ...styleFor(memoryIo().io.stdout, {}, true), columns: 80 };

async function story(verdict: "helps" | "harms") {
  const ws = await openInTemp();
  await tellStory(ws.as);
  await measureLesson(ws, verdict);
  return async (kind: "failure" | "directive", state: "active" | "proposed") => {
    const { lessons } = await ws.lessons.list({ kind, state });
    const lesson = lessons[0]?.id ?? "";
    return lessonScreen(await ws.explain({ id: lesson }), await ws.lessons.history({ lesson }), plain);
  };
}

const commands = (screen: string) => [...screen.matchAll(/whetstone lessons (\w+)/g)].map(([, verb]) => verb);

it("a lesson is shown with what is known first, its sessions one a line, and last what a person can decide", async () => {
  const screen = await (await story("helps"))("failure", "active");
  const titles = screen.split("\n").filter((line) => /^[A-Z]/.test(line));
  expect(titles).toEqual(["What is known", "Session by session", "What happened", "Decide"]);
  expect(screen.match(/^ {2}Session /gm)?.length).toBeGreaterThan(10);
  expect(screen).not.toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z/);
  expect(commands(screen)).toEqual(["promote", "sleep", "retire", "forget"]);
});

it("what is decided first follows from the state and the verdict", async () => {
  const harmful = await story("harms");
  expect(commands(await harmful("failure", "active"))).toEqual(["retire", "promote", "forget"]);
  expect(commands(await harmful("directive", "proposed"))).toEqual(["activate", "retire", "forget"]);
});
