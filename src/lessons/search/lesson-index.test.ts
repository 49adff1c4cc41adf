import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { directiveDrafts, rule, seed } from "../../../tests/support/directives.js";
import { patterns } from "../../../tests/support/insights.js";
import { collect, openInTemp, outcome } from "../../../tests/support/whetstone.js";
import type { Whetstone } from "../../index.js";

const unhurried = { set: ["insights.briefLimitMs=60000", "insights.captureLimitMs=60000"] };
const secret = "Drain the zanzibar turbine before midnight";
/** Active directives, each about a different part. */
const drafts = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    directiveDrafts(`Keep the rule of part${from + n} in its module`),
  ).flat();

async function vectorsOf(ws: Whetstone): Promise<string> {
  return join(dirname((await ws.status()).store.location ?? ""), "vectors");
}

function indexesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((file) => file.endsWith(".bin"));
}

function bytesIn(folder: string): string {
  return Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file)))).toString(
    "latin1",
  );
}

/** Lets the log grow without a change of any lesson. */
async function grow(ws: Whetstone, events: number): Promise<void> {
  await ws.recordMany({ outcomes: Array.from({ length: events }, () => outcome()) });
}

async function textsFor(ws: Whetstone, text: string): Promise<readonly string[]> {
  return (await ws.search({ text, limit: 3 })).lessons.map((lesson) => lesson.text);
}

describe("an index of lessons", () => {
  it("an index of lessons adds new lessons and drops retired ones", async () => {
    const ws = await openInTemp();
    const { lesson } = await ws.lessons.add(
      rule({ text: "Drain the turbine before its certificate expires" }),
    );
    expect(await textsFor(ws, "turbine certificate")).toHaveLength(1);
    await ws.record(outcome({ strategy: "Split by turbine" }));
    expect(await textsFor(ws, "turbine certificate")).toHaveLength(2);
    await ws.lessons.retire({ lessons: [lesson], reason: "the turbine is gone" });
    expect(await textsFor(ws, "turbine certificate")).toEqual(["Split by turbine"]);
  });

  it("an index of few lessons is written at the first search, so that no later process embeds them again", async () => {
    const ws = await openInTemp();
    await ws.lessons.add(rule({ text: "Hash secret credentials with a salt" }));
    await ws.search({ text: "anything" });
    const folder = await vectorsOf(ws);
    await ws.close();
    expect(indexesIn(folder)).toHaveLength(1);
    const before = bytesIn(folder);
    const again = await openInTemp({ root: ws.folder });
    expect(await textsFor(again, "Encrypt passwords before storing them")).toHaveLength(1);
    expect(bytesIn(folder)).toBe(before);
  });

  it("an index of lessons that is read from its file finds by meaning", async () => {
    const ws = await openInTemp();
    await seed(ws, drafts(0, 100));
    await ws.lessons.add(rule({ text: "Hash secret credentials with a salt" }));
    await ws.search({ text: "anything" });
    const folder = await vectorsOf(ws);
    await ws.close();
    expect(indexesIn(folder)).toHaveLength(1);
    const again = await openInTemp({ root: ws.folder });
    expect((await textsFor(again, "Encrypt passwords before storing them"))[0]).toBe(
      "Hash secret credentials with a salt",
    );
  });

  it("an index of lessons stays near the end of a log that grows by briefs, so that a new process finds by meaning", async () => {
    const ws = await openInTemp(unhurried);
    await seed(ws, drafts(0, 100));
    await ws.search({ text: "anything" });
    await ws.close();
    for (let round = 0; round < 2; round += 1) {
      const one = await openInTemp({ root: ws.folder, ...unhurried });
      await grow(one, 1_500);
      await one.brief({ role: "coder", task: "Change part7" });
      await one.close();
    }
    const cold = await openInTemp({ root: ws.folder, ...unhurried });
    expect((await cold.status()).search).toMatchObject({ by: "words and meaning", note: null });
    expect((await cold.brief({ role: "coder", task: "Change part7" })).by).toBe("words and meaning");
    expect((await cold.status()).lost).toBe(0);
  });

  it("an index of lessons that is far behind is told by status, and each brief that waits brings it nearer", async () => {
    const ws = await openInTemp(unhurried);
    await seed(ws, drafts(0, 100));
    await ws.search({ text: "anything" });
    await grow(ws, 5_000);
    await ws.close();
    const ways: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const cold = await openInTemp({ root: ws.folder, ...unhurried });
      const { search } = await cold.status();
      const { by } = await cold.brief({ role: "coder", task: "Change part7" });
      expect(search.by).toBe(by);
      if (by === "words") expect(search.note).toMatch(/^\d+ events are not in the index yet/);
      const { lost, newestLoss } = await cold.status();
      expect([lost, newestLoss?.stage]).toEqual([Math.min(round + 1, 2), "search"]);
      ways.push(by);
      await cold.close();
    }
    expect(ways).toEqual(["words", "words", "words and meaning"]);
  });

  it("an index of lessons that is far behind is brought up to the log by one search, as doctor says", async () => {
    const ws = await openInTemp(unhurried);
    await seed(ws, drafts(0, 100));
    await ws.search({ text: "anything" });
    await grow(ws, 5_000);
    await ws.close();
    const checkOf = async (root: string) => {
      const { checks } = await (await openInTemp({ root, ...unhurried })).doctor();
      return checks.find(({ name }) => name === "search");
    };
    expect(await checkOf(ws.folder)).toMatchObject({
      state: "warning",
      next: expect.stringContaining("run 'whetstone search' once"),
    });
    const searching = await openInTemp({ root: ws.folder, ...unhurried });
    await searching.search({ text: "anything" });
    await searching.close();
    expect(await checkOf(ws.folder)).toMatchObject({ state: "ok" });
    const cold = await openInTemp({ root: ws.folder, ...unhurried });
    expect((await cold.status()).search.by).toBe("words and meaning");
    expect((await cold.brief({ role: "coder", task: "Change part7" })).by).toBe("words and meaning");
  });

  it("an index of lessons starts again when the log was restored to an earlier state, also after it has grown again", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ strategy: "Split by feature" }));
    const { backup } = await ws.backUp();
    for (let n = 0; n < 70; n += 1) await ws.record(outcome({ strategy: `Split the turbine by part ${n}` }));
    await ws.plan({ task: "Drain the turbine", taskId: "bd-1" });
    expect(await textsFor(ws, "turbine")).toHaveLength(3);
    await ws.restore({ file: backup });
    expect(await textsFor(ws, "turbine")).toEqual([]);
    for (let n = 0; n < 200; n += 1) await ws.record(outcome({ strategy: "Split by mood" }));
    const found = await textsFor(ws, "Split the turbine");
    expect([...found].sort()).toEqual(["Split by feature", "Split by mood"]);
    expect((await ws.search({ text: "split" })).memory_queried).toBe(2);
  });

  it("an index of lessons forgets a text at once, in memory, in its files and in the index of tasks", async () => {
    const ws = await openInTemp(unhurried);
    const { lesson } = await ws.lessons.add(
      rule({
        text: secret,
        triggers: ["the zanzibar turbine"],
        requiredActions: ["drain the zanzibar turbine first"],
      }),
    );
    await ws.plan({ task: secret, taskId: "bd-1" });
    await ws.complete({ taskId: "bd-1", success: true });
    await seed(ws, drafts(0, 100));
    await ws.search({ text: secret });
    const folder = await vectorsOf(ws);
    await ws.close();
    expect(bytesIn(folder)).toContain(lesson);
    const again = await openInTemp({ root: ws.folder, ...unhurried });
    expect((await again.lessons.forget({ lesson, reason: "a secret" })).remains).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    expect((await textsFor(again, "zanzibar")).join()).not.toContain("zanzibar");
    expect((await again.plan({ task: "Stop the zanzibar turbine", taskId: "bd-2" })).prompt).not.toContain(
      "Drain",
    );
    await again.close();
    expect(bytesIn(folder)).not.toContain(lesson);
  });

  it("an index of lessons never writes back what another process had forgotten", async () => {
    const one = await openInTemp(unhurried);
    const { lesson } = await one.lessons.add(rule({ text: secret, triggers: ["the zanzibar turbine"] }));
    await seed(one, drafts(0, 100));
    const other = await openInTemp({ root: one.folder, ...unhurried });
    await other.search({ text: secret });
    const folder = await vectorsOf(one);
    expect((await one.lessons.forget({ lesson, reason: "a secret" })).remains).toEqual([]);
    await other.close();
    expect(indexesIn(folder)).toEqual([]);
  });

  it("an index of lessons is written again once it sees that another process forgot a text", async () => {
    const one = await openInTemp(unhurried);
    const { lesson } = await one.lessons.add(rule({ text: secret, triggers: ["the zanzibar turbine"] }));
    await seed(one, drafts(0, 100));
    const other = await openInTemp({ root: one.folder, ...unhurried });
    await other.search({ text: secret });
    await one.lessons.forget({ lesson, reason: "a secret" });
    expect((await other.search({ text: secret })).lessons.map(({ id }) => id)).not.toContain(lesson);
    await other.close();
    const folder = await vectorsOf(one);
    expect(indexesIn(folder)).toHaveLength(1);
    expect(bytesIn(folder)).not.toContain(lesson);
    const { memory_queried } = await (await openInTemp({ root: one.folder, ...unhurried })).search({
      text: "rule",
    });
    expect(memory_queried).toBe(100);
  });

  it("an index of lessons saved earlier is written again without a forgotten text, also when its file was not removed", async () => {
    const one = await openInTemp(unhurried);
    const { lesson } = await one.lessons.add(rule({ text: secret, triggers: ["the zanzibar turbine"] }));
    await seed(one, drafts(0, 100));
    await one.search({ text: secret });
    const folder = await vectorsOf(one);
    await one.close();
    const [file = ""] = readdirSync(folder);
    const before = readFileSync(join(folder, file));
    const other = await openInTemp({ root: one.folder, ...unhurried });
    await other.lessons.forget({ lesson, reason: "a secret" });
    writeFileSync(join(folder, file), before);
    await other.close();
    const third = await openInTemp({ root: one.folder, ...unhurried });
    await third.search({ text: "anything" });
    await third.close();
    expect(bytesIn(folder)).not.toContain(lesson);
  });

  it("the file of an index holds no text, so nothing has to be forgotten in it", async () => {
    const ws = await openInTemp(unhurried);
    await ws.lessons.add(rule({ text: secret, triggers: ["the zanzibar turbine"] }));
    await seed(ws, drafts(0, 100));
    await ws.search({ text: secret });
    const folder = await vectorsOf(ws);
    await ws.close();
    expect(bytesIn(folder)).toContain("directive-");
    expect(bytesIn(folder)).not.toContain("zanzibar");
    const again = await openInTemp({ root: ws.folder, ...unhurried });
    const [found] = (await again.search({ text: "Look at the zanzibar turbine" })).lessons;
    expect(found?.why).toMatchObject({ trigger: 0.3 });
  });

  it("a caller takes in 2,000 events of those that an index lacks, and every answer reports that it lacks more", async () => {
    const ws = await openInTemp(unhurried);
    await ws.lessons.add(rule({ text: "Hash credentials with a salt" }));
    await ws.search({ text: "salt" });
    await grow(ws, 12_000);
    const task = "Encrypt passwords before storing them";
    const words = { by: "words", model: null };
    expect(await ws.brief({ role: "coder", task, run: "r-1" })).toMatchObject(words);
    expect(await ws.plan({ task })).toMatchObject(words);
    expect(await ws.lessons.add(rule({ text: "Hash all credentials with a salt" }))).toMatchObject({
      merged: true,
      compared: "text alone",
    });
    const said = { role: "judge", run: "r-1", text: patterns("Always close file handles first.") };
    expect(await ws.deliberate(said)).toMatchObject({
      compared: "text alone",
      insights: [{ merged: false }],
    });
    const search = async () => (await ws.doctor()).checks.find(({ name }) => name === "search");
    expect(await search()).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("not in the index yet"),
    });

    await ws.index.catchUp();
    const both = { by: "words and meaning", model: expect.stringContaining("static-deb-256") };
    const brief = await ws.brief({ role: "coder", task, run: "r-2" });
    expect(brief).toMatchObject(both);
    expect(brief.shown[0]?.text).toContain("Hash credentials");
    expect(await ws.plan({ task })).toMatchObject(both);
    expect(await search()).toMatchObject({
      state: "ok",
      detail: expect.stringContaining("words and meaning ("),
    });
  });

  it("an index of lessons continues after a stop between two batches, and holds each lesson once", async () => {
    const ws = await openInTemp(unhurried);
    await ws.lessons.add(rule({ text: "Hash secret credentials with a salt" }));
    await seed(ws, drafts(0, 2_500));
    const stop = (done: number, total: number) => {
      if (done < total) throw new Error("stopped here");
    };
    await expect(ws.search({ text: "salt" }, { onProgress: stop })).rejects.toThrow("stopped here");
    await ws.close();
    const again = await openInTemp({ root: ws.folder, ...unhurried });
    const { memory_queried, lessons } = await again.search({ text: "Encrypt passwords before storing them" });
    expect(memory_queried).toBe(2_501);
    expect(lessons[0]?.text).toBe("Hash secret credentials with a salt");
    expect(new Set(lessons.map(({ id }) => id)).size).toBe(lessons.length);
    expect(await textsFor(again, "the rule of part2499")).toContain(
      "Keep the rule of part2499 in its module",
    );
  });

  it("an index of lessons changes nothing in the log", async () => {
    const ws = await openInTemp();
    await ws.record(outcome({ strategy: "Split by feature" }));
    const before = await collect(ws.export());
    await ws.search({ text: "feature" });
    await ws.index.catchUp();
    await ws.index.health();
    expect(await collect(ws.export())).toEqual(before);
  });
});
