import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rule, topics } from "../../tests/support/directives.js";
import { dataOf } from "../../tests/support/host-session.js";
import { patterns } from "../../tests/support/insights.js";
import { openInTemp, outcome } from "../../tests/support/whetstone.js";
import { programSpeaker } from "./call/speaker.js";

const why = { reason: "the tool is gone" };

/** One lesson of each kind that is retired. */
async function project() {
  const ws = await openInTemp();
  const { lesson: directive } = await ws.lessons.add(rule({ tags: ["old"] }));
  const { lesson: another } = await ws.lessons.add(rule({ text: topics[0], tags: ["old", "files"] }));
  const [strategy = ""] = (await ws.record(outcome({ strategy: "Split by feature" }))).strategies;
  await ws.deliberate({ role: "judge", run: "r-1", text: patterns("Retries overload the queue server") });
  const [{ id: insight = "" } = {}] = (await ws.lessons.list({ kind: "insight" })).lessons;
  return { ws, directive, another, strategy, insight };
}

describe("lessons retire", () => {
  it("lessons retire retires lessons of every kind at once", async () => {
    const { ws, directive, strategy, insight } = await project();
    const lessons = [directive, strategy, insight];
    expect((await ws.lessons.retire({ lessons, ...why })).retired).toMatchObject([
      { lesson: directive, kind: "directive", before: "active", state: "archived" },
      { lesson: strategy, kind: "strategy", state: "deprecated" },
      { lesson: insight, kind: "insight", state: "deprecated" },
    ]);
    expect((await ws.brief({ role: "judge" })).shown).toEqual([]);
  });

  it("lessons retire retires all lessons or none: one unknown id changes nothing", async () => {
    const { ws, directive } = await project();
    const { events } = (await ws.status()).log;
    await expect(ws.lessons.retire({ lessons: [directive, "zzzz"], ...why })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await ws.status()).log.events).toBe(events);
  });

  it("lessons retire retires what meets all conditions, and shows it first in a dry run", async () => {
    const { ws, directive, another } = await project();
    const found = async (...where: string[]) =>
      (await ws.lessons.retire({ where, dryRun: true })).retired.map(({ lesson }) => lesson);
    expect(await found("tag=old")).toEqual([directive, another].sort());
    expect(await found("tag=old", "tag=files")).toEqual([another]);
    expect(await found("kind=insight", "role=judge")).toHaveLength(1);
    expect(await found("origin=tool:reflection")).toEqual([]);
    await ws.lessons.retire({ where: ["tag=files"], ...why });
    expect(await found("tag=old")).toEqual([directive]);
  });

  it.each([
    ["nothing", {}, "lessons"],
    ["ids and conditions", { lessons: ["a"], where: ["tag=old"] }, "where"],
    ["an unknown condition", { where: ["colour=red"] }, "where"],
    ["a condition without a value", { where: ["tag"] }, "where"],
  ])("lessons retire is refused with %s", async (_what, given, field) => {
    const { ws } = await project();
    await expect(ws.lessons.retire({ ...given, ...why })).rejects.toMatchObject({ field });
  });

  it("an agent retires what no person vouched for by its id, and nothing by conditions", async () => {
    const { ws, strategy } = await project();
    const agent = ws.as(programSpeaker("agent:coder", "coder"));
    await expect(agent.lessons.retire({ where: ["kind=strategy"], ...why })).rejects.toMatchObject({
      field: "origin",
    });
    expect(await agent.lessons.retire({ lessons: [strategy], ...why })).toMatchObject({
      retired: [{ state: "deprecated" }],
    });
  });
});

describe("lessons edit", () => {
  const text = "Parse every request body with zod";

  it("lessons edit changes the text and keeps the id, the history and what was shown", async () => {
    const { ws, directive } = await project();
    await ws.brief({ role: "coder", run: "r-1" });
    expect(await ws.lessons.edit({ lesson: directive, text, reason: "we chose zod" })).toMatchObject({
      lesson: directive,
      changed: ["text"],
      before: { text: rule().text },
      after: { text },
    });
    const { shown } = await ws.brief({ role: "coder", run: "r-2" });
    expect(shown.find(({ lesson }) => lesson === directive)?.text).toContain(text);
    expect((await ws.explain({ id: directive })).answer.join(" ")).toContain("shown 2 times");
    expect(await dataOf(ws, "lesson-edited")).toEqual([
      { lesson: directive, from: { text: rule().text }, to: { text }, reason: "we chose zod" },
    ]);
    expect((await ws.search({ text: "zod" })).lessons.map(({ id }) => id)).toContain(directive);
  });

  it("lessons edit changes whom a directive is for, and adds nothing to the old roles", async () => {
    const { ws, directive } = await project();
    await ws.lessons.edit({ lesson: directive, appliesToAgents: ["reviewer"] });
    expect((await ws.brief({ role: "coder" })).shown.map(({ lesson }) => lesson)).not.toContain(directive);
    expect((await ws.brief({ role: "reviewer" })).shown.map(({ lesson }) => lesson)).toContain(directive);
  });

  it("a proposal of an agent that a person words anew is in force", async () => {
    const { ws } = await project();
    const { lesson, status } = await ws.lessons.add(rule({ text: topics[1], origin: "agent:coder" }));
    expect(status).toBe("proposed");
    expect(await ws.lessons.edit({ lesson, text: topics[2] })).toMatchObject({ status: "active" });
  });

  it("lessons edit is refused for what another lesson says already, for a text that is too short, and for an insight", async () => {
    const { ws, directive, another, insight } = await project();
    await expect(ws.lessons.edit({ lesson: directive, text: topics[0] })).rejects.toMatchObject({
      field: "text",
      next: expect.stringContaining(another),
    });
    await expect(ws.lessons.edit({ lesson: directive, text: "short" })).rejects.toMatchObject({
      field: "text",
    });
    await expect(ws.lessons.edit({ lesson: insight, text })).rejects.toMatchObject({
      next: expect.stringContaining("lessons add"),
    });
  });

  it("lessons edit says when the new text is the opposite of another lesson", async () => {
    const { ws, directive, another } = await project();
    const opposite = "Never close a file handle before a rename";
    expect(await ws.lessons.edit({ lesson: directive, text: opposite })).toMatchObject({
      contradicts: another,
    });
    expect((await ws.explain({ id: directive })).answer.join(" ")).toContain(`the opposite of ${another}`);
  });

  it("a forgotten lesson takes the texts that it had before an edit with it", async () => {
    const { ws, directive } = await project();
    await ws.lessons.edit({ lesson: directive, text });
    await ws.lessons.forget({ lesson: directive, reason: "it names a customer" });
    const log = JSON.stringify(await dataOf(ws, "lesson-edited"));
    expect(log).not.toMatch(/zod|schema/);
  });
});

describe("lessons mute", () => {
  it("a role is no longer shown a directive or an insight, and other roles are", async () => {
    const ws = await openInTemp();
    const { lesson } = await ws.lessons.add({ text: "Always run npm test before committing" });
    const shownTo = async (role: string) => (await ws.brief({ role })).shown.map((each) => each.lesson);
    expect(await ws.lessons.mute({ lesson, role: "reviewer" })).toMatchObject({
      changed: true,
      mutedFor: ["reviewer"],
    });
    expect(await shownTo("reviewer")).toEqual([]);
    expect(await shownTo("coder")).toEqual([lesson]);
    expect((await ws.explain({ id: lesson })).answer.join(" ")).toContain("It is muted for reviewer.");
    expect(await ws.lessons.mute({ lesson, role: "reviewer" })).toMatchObject({ changed: false });
    await ws.lessons.unmute({ lesson, role: "reviewer" });
    expect(await shownTo("reviewer")).toEqual([lesson]);
  });

  it("an insight that is muted for its role is not shown to it", async () => {
    const { ws, insight } = await project();
    await ws.lessons.mute({ lesson: insight, role: "judge" });
    expect((await ws.brief({ role: "judge" })).shown).toEqual([]);
  });

  it("what blocks a role cannot be muted for it, and is shown again when it comes to block", async () => {
    const { ws, directive, strategy } = await project();
    await ws.lessons.mute({ lesson: directive, role: "coder" });
    await ws.lessons.set({ lesson: directive, priority: "critical", ...why });
    expect((await ws.brief({ role: "coder" })).shown.map(({ lesson }) => lesson)).toContain(directive);
    await expect(ws.lessons.mute({ lesson: directive, role: "reviewer" })).rejects.toMatchObject({
      message: expect.stringContaining("critical"),
      next: expect.stringContaining("lessons set"),
    });
    await expect(ws.lessons.mute({ lesson: strategy, role: "coder" })).rejects.toMatchObject({
      message: expect.stringContaining("strategy"),
    });
  });
});

describe("lessons activate", () => {
  it("a rule whose files changed or went away holds for them as they are now, and keeps the rest", async () => {
    const ws = await openInTemp();
    const { root } = (await ws.status()).project;
    for (const name of ["queue.ts", "gone.ts"]) writeFileSync(join(root, name), "one");
    const agent = ws.as(programSpeaker("agent:coder", "coder"));
    const { lesson } = await agent.lessons.add(rule({ citations: ["queue.ts", "gone.ts"] }));
    await ws.lessons.activate({ lesson, reason: "agreed" });
    const stale = async () => (await ws.today()).needs.filter(({ kind }) => kind === "stale").length;
    expect(await stale()).toBe(0);
    writeFileSync(join(root, "queue.ts"), "two");
    rmSync(join(root, "gone.ts"));
    expect(await stale()).toBe(1);
    const before = await ws.lessons.list({ kind: "directive" });
    await ws.lessons.activate({ lesson, reason: "only a comment changed" });
    expect(await stale()).toBe(0);
    expect((await ws.lessons.list({ kind: "directive" })).lessons).toEqual(before.lessons);
  });
});
