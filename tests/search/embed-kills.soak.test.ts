import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../src/base/config/settings.js";
import { LanceIndex } from "../../src/search/lancedb/lance-index.js";
import { LessonSearch } from "../../src/search/lesson-search.js";
import { memoryEmbedder } from "../../src/search/memory-embedder.contract.js";
import { bundledProgram } from "../support/bundled-program.js";
import { tempFolder } from "../support/temp-folder.js";

const project = "one";

describe("a process that is killed while it embeds lessons again", () => {
  it.each([
    ["in memory and in LanceDB", 50_000],
    ["in LanceDB alone", 0],
  ])("embedding continues after a kill without losing a lesson, %s", async (_, matrixMaxLessons) => {
    const folder = tempFolder();
    const settings = { ...defaults.retrieval, matrixMaxLessons };
    const old = new LessonSearch({
      folder,
      settings: defaults.retrieval,
      model: { setting: "old", embedder: memoryEmbedder("old", 8) },
    });
    const many = Array.from({ length: 2_000 }, (_, n) => ({
      id: `l${n}`,
      kind: "strategy",
      text: `Lesson ${n}`,
    }));
    await old.apply(project, { upserts: many, removals: [], position: 2_000 });
    await old.close();
    const worker = await workerFile();
    const reached: number[] = [];
    for (let round = 0; round < 3; round += 1)
      reached.push(await killedAfter(worker, folder, 600, matrixMaxLessons));
    expect(reached).toEqual([...reached].sort((a, b) => a - b));
    expect(reached[2]).toBeGreaterThan(reached[0] ?? 0);
    const embedder = memoryEmbedder("fresh", 12);
    const store = await LanceIndex.open(join(folder, "lance"), { name: "fresh", dimensions: 12 });
    const subject = new LessonSearch({
      folder,
      settings,
      model: { setting: "fresh", embedder, store },
      reopen: async (setting) => ({ setting, embedder: memoryEmbedder("old", 8) }),
    });
    expect(await subject.status(project)).toMatchObject({ model: "old", lessons: 2_000 });
    expect((await subject.status(project)).missing).toBeLessThan(2_000);
    await subject.reembed(project, many);
    expect(await subject.status(project)).toMatchObject({ model: "fresh", missing: 0 });
    expect(await store.count(project)).toBe(2_000);
    expect(await subject.position(project)).toBe(2_000);
    expect((await subject.nearest(project, "Lesson 1999", { limit: 1 })).matches[0]?.id).toBe("l1999");
    await subject.close();
  });
});

/** Runs a worker that kills itself after it has embedded this many more lessons; returns its reported count. */
async function killedAfter(worker: string, folder: string, more: number, mostWarm: number): Promise<number> {
  const args = [worker, folder, String(mostWarm), String(more)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let reported = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    reported += text;
  });
  const signal = await new Promise((done) => child.on("close", (_code, by) => done(by)));
  expect(signal).toBe("SIGKILL");
  return Number(reported.trim().split("\n").at(-1));
}

function workerFile(): Promise<string> {
  return bundledProgram(
    resolve("src/search"),
    `
    import { writeSync } from "node:fs";
    import { defaults } from "../base/config/settings.ts";
    import { LanceIndex } from "./lancedb/lance-index.ts";
    import { LessonSearch } from "./lesson-search.ts";
    import { memoryEmbedder } from "./memory-embedder.contract.ts";
    const folder = process.argv[2];
    const store = await LanceIndex.open(folder + "/lance", { name: "fresh", dimensions: 12 });
    const model = { setting: "fresh", embedder: memoryEmbedder("fresh", 12), store };
    const settings = { ...defaults.retrieval, matrixMaxLessons: Number(process.argv[3]) };
    const search = new LessonSearch({ folder, settings, model,
      reopen: async (setting) => ({ setting, embedder: memoryEmbedder("old", 8) }) });
    const lesson = (_, n) => ({ id: "l" + n, kind: "strategy", text: "Lesson " + n });
    const many = Array.from({ length: 2000 }, lesson);
    let begun;
    await search.reembed("one", many, (done) => {
      begun ??= done;
      writeSync(1, done + String.fromCharCode(10));
      if (done >= begun + Number(process.argv[4])) process.kill(process.pid, "SIGKILL");
    });
  `,
  );
}
