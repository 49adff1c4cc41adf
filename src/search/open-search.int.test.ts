import { spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { writeTinyModel } from "../../tests/support/tiny-onnx.js";
import { defaults } from "../config/settings.js";
import { LanceIndex } from "./lancedb/lance-index.js";
import { LessonSearch } from "./lesson-search.js";
import { memoryEmbedder } from "./memory-embedder.contract.js";
import { openSearch } from "./open-search.js";

const modelsFolder = resolve(import.meta.dirname, "../../models");
const project = "one";
const lessons = Array.from({ length: 300 }, (_, n) => ({
  id: `l${n}`,
  kind: "strategy",
  text: `Lesson ${n}: look at module${n % 17} before step ${n}`,
}));

function open(dataFolder: string | undefined, changes: Partial<typeof defaults.retrieval> = {}, known = 0) {
  return openSearch({ dataFolder, modelsFolder, settings: { ...defaults.retrieval, ...changes }, lessons: known });
}

describe("opening search", () => {
  it("needs nothing but the package: the built-in model, in memory", async () => {
    const subject = await open(tempFolder());
    await subject.apply(project, { upserts: lessons, removals: [], position: 300 });
    expect(await subject.status(project)).toEqual({
      by: "words and meaning",
      model: "static-deb-256+log",
      store: "memory",
      lessons: 300,
      position: 300,
      missing: 0,
      notes: [],
    });
    expect(await subject.health()).toMatchObject({ healthy: true, count: 300 });
    await subject.close();
  });

  it("works by words and says why when the model cannot be opened", async () => {
    const subject = await open(tempFolder(), { embedder: "nobody/nothing" });
    await subject.apply(project, { upserts: lessons, removals: [], position: 300 });
    expect((await subject.find(project, { text: "Lesson 7" })).by).toBe("words");
    expect((await subject.status(project)).notes).toEqual([expect.stringMatching(/nobody\/nothing.*modelDownloads/)]);
    await subject.close();
  });

  it("keeps vectors in LanceDB at vectors/patterns.lance when it is chosen, and fills it from memory when it was deleted", async () => {
    const folder = tempFolder();
    const first = await open(folder, { vectorStore: "lancedb" });
    await first.apply(project, { upserts: lessons, removals: ["l1"], position: 300 });
    expect((await first.status(project)).store).toBe("lancedb");
    expect(await first.health()).toMatchObject({ healthy: true, count: 299 });
    await first.close();
    expect(readdirSync(join(folder, "vectors"))).toContain("patterns.lance");
    rmSync(join(folder, "vectors/patterns.lance"), { recursive: true });
    const second = await open(folder, { vectorStore: "lancedb" });
    expect(await second.position(project)).toBe(300);
    expect(await second.health()).toMatchObject({ healthy: true, count: 299 });
    await second.close();
  });

  it.each([
    ["in memory", 50_000],
    ["in LanceDB alone", 100],
  ])("finds the same %s", async (_, matrixMaxLessons) => {
    const folder = tempFolder();
    const subject = await open(folder, { matrixMaxLessons }, 300);
    await subject.apply(project, { upserts: lessons, removals: [], position: 300 });
    await subject.apply("another", {
      upserts: [{ id: "theirs", kind: "strategy", text: "Lesson 7: look" }],
      removals: [],
      position: 1,
    });
    const oracle = await open(undefined);
    await oracle.apply(project, { upserts: lessons, removals: [], position: 300 });
    const query = { text: "look at module 7 before step 41" };
    const [found, expected] = [await subject.find(project, query), await oracle.find(project, query)];
    const byId = (list: typeof found.candidates) =>
      [...list]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, words, meaning }) => [id, words, Math.round((meaning ?? 0) * 1e4)]);
    expect(byId(found.candidates)).toEqual(byId(expected.candidates));
    expect(found.alike?.("l7", "l24")).toBeCloseTo(expected.alike?.("l7", "l24") ?? 0, 4);
    const nearest = await subject.nearest(project, "look at module 7", { limit: 5 });
    expect(nearest.matches.map(({ id }) => id)).toEqual(
      (await oracle.nearest(project, "look at module 7", { limit: 5 })).matches.map(({ id }) => id),
    );
    await subject.close();
    const again = await open(folder, { matrixMaxLessons }, 300);
    expect(await again.status(project)).toMatchObject({ lessons: 300, missing: 0, by: "words and meaning" });
    expect((await again.find(project, query)).candidates.length).toBe(found.candidates.length);
    await again.close();
  });

  it("changes to a model through Transformers.js while the built-in one answers", async () => {
    const folder = tempFolder();
    const tiny = join(tempFolder(), "tiny");
    writeTinyModel(tiny, 10, 40);
    const first = await open(folder);
    await first.apply(project, { upserts: lessons, removals: [], position: 300 });
    await first.close();
    const second = await open(folder, { embedder: tiny, vectorStore: "lancedb" });
    expect(await second.status(project)).toMatchObject({ model: "static-deb-256+log", missing: 300 });
    await second.reembed(project, lessons);
    expect(await second.status(project)).toMatchObject({
      model: expect.stringMatching(/^tiny fp32/),
      missing: 0,
      store: "lancedb",
    });
    await second.close();
  });
});

describe("kills during embedding again", () => {
  it("loses nothing: it goes on, in memory and in LanceDB", async () => {
    const folder = tempFolder();
    const old = new LessonSearch({
      folder,
      settings: defaults.retrieval,
      model: { setting: "old", embedder: memoryEmbedder("old", 8) },
    });
    const many = Array.from({ length: 2_000 }, (_, n) => ({ id: `l${n}`, kind: "strategy", text: `Lesson ${n}` }));
    await old.apply(project, { upserts: many, removals: [], position: 2_000 });
    await old.close();
    const worker = await workerFile();
    const reached: number[] = [];
    for (let round = 0; round < 3; round += 1) reached.push(await killedAfter(worker, folder, 600));
    expect(reached).toEqual([...reached].sort((a, b) => a - b));
    expect(reached[2]).toBeGreaterThan(reached[0] ?? 0);
    const embedder = memoryEmbedder("fresh", 12);
    const store = await LanceIndex.open(join(folder, "lance"), { name: "fresh", dimensions: 12 });
    const subject = new LessonSearch({
      folder,
      settings: defaults.retrieval,
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

/** Starts a worker, kills it after it has embedded so many more, and returns how many it reported. */
async function killedAfter(worker: string, folder: string, more: number): Promise<number> {
  const child = spawn(process.execPath, [worker, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let begun: number | undefined;
  let last = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    last = Number(text.trim().split("\n").at(-1));
    begun ??= Number(text.trim().split("\n")[0]);
    if (last >= begun + more) child.kill("SIGKILL");
  });
  await new Promise((done) => child.on("close", done));
  return last;
}

async function workerFile(): Promise<string> {
  const folder = tempFolder();
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const outfile = join(folder, "worker.mjs");
  const contents = `
    import { defaults } from "../config/settings.ts";
    import { LanceIndex } from "./lancedb/lance-index.ts";
    import { LessonSearch } from "./lesson-search.ts";
    import { memoryEmbedder } from "./memory-embedder.contract.ts";
    const folder = process.argv[2];
    const store = await LanceIndex.open(folder + "/lance", { name: "fresh", dimensions: 12 });
    const model = { setting: "fresh", embedder: memoryEmbedder("fresh", 12), store };
    const search = new LessonSearch({ folder, settings: defaults.retrieval, model, reopen: async (setting) => ({ setting, embedder: memoryEmbedder("old", 8) }) });
    const many = Array.from({ length: 2000 }, (_, n) => ({ id: "l" + n, kind: "strategy", text: "Lesson " + n }));
    await search.reembed("one", many, (done) => process.stdout.write(done + String.fromCharCode(10)));
  `;
  await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  expect(existsSync(outfile)).toBe(true);
  return outfile;
}
