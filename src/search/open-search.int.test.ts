import { spawn } from "node:child_process";
import { readdirSync, rmSync, truncateSync } from "node:fs";
import { join, resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "../../tests/support/bundled-program.js";
import { canBeReadOnly, runReadOnly } from "../../tests/support/read-only.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { writeTinyModel } from "../../tests/support/tiny-onnx.js";
import { defaults } from "../base/config/settings.js";
import type { LessonSearch } from "./lesson-search.js";
import { openSearch } from "./open-search.js";
import type { IndexedLesson } from "./project-words.js";

const modelsFolder = resolve(import.meta.dirname, "../../models");
const project = "one";
const lessons = Array.from({ length: 300 }, (_, n) => ({
  id: `l${n}`,
  kind: "strategy",
  text: `Lesson ${n}: look at module${n % 17} before step ${n}`,
}));

function open(dataFolder: string | undefined, changes: Partial<typeof defaults.retrieval> = {}) {
  const settings = { ...defaults.retrieval, ...changes };
  return openSearch({ dataFolder, modelsFolder, downloaded: [dataFolder ?? tempFolder()], settings });
}

/** Catches up like the verbs: in pieces from the position on, then embeds what has no vector yet. */
async function caughtUp(subject: LessonSearch, all: readonly IndexedLesson[] = lessons): Promise<void> {
  for (let position = await subject.position(project); position < all.length; ) {
    const upserts = all.slice(position, position + 100);
    position += upserts.length;
    await subject.apply(project, { upserts, removals: [], position });
  }
  if ((await subject.status(project)).missing > 0) await subject.reembed(project, all);
}

describe("openSearch", () => {
  it("the built-in model in memory needs nothing but the package", async () => {
    const subject = await open(tempFolder());
    await subject.apply(project, { upserts: lessons, removals: [], position: 300 });
    expect(await subject.status(project)).toEqual({
      by: "words and meaning",
      model: "static-deb-256+4bit+log",
      store: "memory",
      lessons: 300,
      position: 300,
      missing: 0,
      notes: [],
    });
    expect(await subject.health()).toMatchObject({ healthy: true, count: 300 });
    await subject.close();
  });

  it.each([
    ["missing/model", /missing\/model.*modelDownloads/],
    ["transformers", /Xenova\/all-mpnet-base-v2.*modelDownloads/],
  ])("search works by words and says why when the model %s cannot be opened", async (embedder, note) => {
    const subject = await open(tempFolder(), { embedder });
    await subject.apply(project, { upserts: lessons, removals: [], position: 300 });
    expect((await subject.find(project, { text: "Lesson 7" })).by).toBe("words");
    expect((await subject.status(project)).notes).toEqual([expect.stringMatching(note)]);
    await subject.close();
  });

  it("no model is downloaded without a progress callback, even when downloads are allowed", async () => {
    const subject = await open(tempFolder(), { embedder: "missing/model", modelDownloads: true });
    expect((await subject.status(project)).notes).toEqual([
      expect.stringContaining("is not on this machine"),
    ]);
    await subject.close();
  });

  it("LanceDB at vectors/patterns.lance is filled from memory again after it was deleted", async () => {
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
  ])("search finds the same lessons %s", async (_, matrixMaxLessons) => {
    const folder = tempFolder();
    const subject = await open(folder, { matrixMaxLessons });
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
    const again = await open(folder, { matrixMaxLessons });
    expect(await again.status(project)).toMatchObject({ lessons: 300, missing: 0, by: "words and meaning" });
    expect((await again.find(project, query)).candidates.length).toBe(found.candidates.length);
    await again.close();
  });

  it("a project that outgrows memory moves to LanceDB and is found there at the next start", async () => {
    const folder = tempFolder();
    const first = await open(folder, { matrixMaxLessons: 250 });
    for (let from = 0; from < 300; from += 60) {
      await first.apply(project, {
        upserts: lessons.slice(from, from + 60),
        removals: [],
        position: from + 60,
      });
      expect((await first.status(project)).store).toBe(from + 60 > 250 ? "lancedb" : "memory");
    }
    expect(await first.status(project)).toMatchObject({ lessons: 300, missing: 0, position: 300 });
    await first.close();
    const again = await open(folder, { matrixMaxLessons: 250 });
    expect(await again.status(project)).toMatchObject({
      store: "lancedb",
      lessons: 300,
      missing: 0,
      position: 300,
    });
    expect((await again.nearest(project, lessons[5]?.text ?? "", { limit: 1 })).matches[0]?.id).toBe("l5");
    await again.close();
  });

  it("health checks of several processes at the same time all succeed", async () => {
    const folder = tempFolder();
    const all = await Promise.all([1, 2, 3].map(() => open(folder, { vectorStore: "lancedb" })));
    expect((await Promise.all(all.map((each) => each.health()))).map((each) => each?.healthy)).toEqual([
      true,
      true,
      true,
    ]);
    for (const each of all) await each.close();
  });

  it("the built-in model is used while a model of Transformers.js embeds the lessons", async () => {
    const folder = tempFolder();
    const tiny = join(tempFolder(), "tiny");
    writeTinyModel(tiny, 10, 40);
    const first = await open(folder);
    await first.apply(project, { upserts: lessons, removals: [], position: 300 });
    await first.close();
    const second = await open(folder, { embedder: tiny, vectorStore: "lancedb" });
    expect(await second.status(project)).toMatchObject({ model: "static-deb-256+4bit+log", missing: 300 });
    await second.reembed(project, lessons);
    expect(await second.status(project)).toMatchObject({
      model: expect.stringMatching(/^tiny fp32/),
      missing: 0,
      store: "lancedb",
    });
    await second.close();
  });
});

describe("LessonSearch with vectors only in LanceDB", () => {
  const storeOnly = { vectorStore: "lancedb", matrixMaxLessons: 0 } as const;

  it.each([10, 1_000, 20_000])("a verbatim lesson among %i is found", async (count) => {
    const subject = await open(tempFolder(), storeOnly);
    const text = (n: number) => `Lesson number ${n}: check module ${n % 97} before step ${n % 89}`;
    const all = Array.from({ length: count }, (_, n) => ({ id: `l${n}`, kind: "strategy", text: text(n) }));
    for (let from = 0; from < count; from += 2_000) {
      const upserts = all.slice(from, from + 2_000);
      await subject.apply(project, { upserts, removals: [], position: from + upserts.length });
    }
    for (let n = 0; n < count; n += Math.ceil(count / 10)) {
      const { candidates, by } = await subject.find(project, { text: text(n) });
      const best = [...candidates].sort((a, b) => b.words + (b.meaning ?? 0) - a.words - (a.meaning ?? 0))[0];
      expect([best?.id, by]).toEqual([`l${n}`, "words and meaning"]);
      expect((await subject.nearest(project, text(n), { limit: 1 })).matches[0]?.similarity).toBeCloseTo(
        1,
        3,
      );
    }
    await subject.close();
  });

  it("lessons of another project are never found", async () => {
    const owners = ["p", "p1", "P", "p'", "p' OR '1'='1", "p/../q", "caf\u00e9", "cafe\u0301", "__proto__"];
    const step = fc.record({
      owner: fc.constantFrom(...owners),
      id: fc.constantFrom("a", "b", "c"),
      remove: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const subject = await open(tempFolder(), storeOnly);
        const owned = new Map<string, Set<string>>(owners.map((owner) => [owner, new Set()]));
        for (const [n, { owner, id, remove }] of steps.entries()) {
          if (remove) owned.get(owner)?.delete(id);
          else owned.get(owner)?.add(id);
          const upserts = remove ? [] : [{ id, kind: "strategy", text: "a shared secret", critical: true }];
          await subject.apply(owner, { upserts, removals: remove ? [id] : [], position: n + 1 });
        }
        for (const [owner, ids] of owned) {
          const { candidates } = await subject.find(owner, { text: "shared secret", critical: true });
          expect(candidates.map(({ id }) => id).sort()).toEqual([...ids].sort());
          const { matches } = await subject.nearest(owner, "shared secret", { limit: 10, threshold: -1 });
          expect(matches.map(({ id }) => id).sort()).toEqual([...ids].sort());
        }
        await subject.close();
      }),
      { numRuns: 6 },
    );
  });

  it("the rows of the old model are used until the new one has embedded every lesson", async () => {
    const folder = tempFolder();
    const tiny = join(tempFolder(), "tiny");
    writeTinyModel(tiny, 10, 40);
    const first = await open(folder, storeOnly);
    await caughtUp(first);
    await first.close();
    const second = await open(folder, { ...storeOnly, embedder: tiny });
    expect(await second.status(project)).toMatchObject({
      model: "static-deb-256+4bit+log",
      missing: 300,
      position: 300,
    });
    const text = "Lesson 7: look at module7 before step 7";
    expect((await second.nearest(project, text, { limit: 1 })).matches[0]).toMatchObject({ id: "l7" });
    const seen: number[] = [];
    await second.reembed(project, lessons, (done) => seen.push(done));
    expect([seen[0], seen.at(-1)]).toEqual([0, 300]);
    expect(await second.status(project)).toMatchObject({ model: expect.stringMatching(/^tiny/), missing: 0 });
    expect(readdirSync(join(folder, "vectors")).filter((name) => name.endsWith(".lance"))).toEqual([
      "patterns.lance",
    ]);
    await second.close();
  });

  it("search with damaged rows works by words with a note, and recovers after catching up", async () => {
    const folder = tempFolder();
    const subject = await open(folder, storeOnly);
    await caughtUp(subject);
    const data = join(folder, "vectors/patterns.lance/data");
    for (const name of readdirSync(data)) truncateSync(join(data, name), 10);
    const found = await subject.find(project, { text: "look at module7" });
    expect([found.by, found.candidates.length]).toEqual(["words", 200]);
    expect((await subject.status(project)).notes).toEqual([expect.stringContaining("damaged")]);
    await caughtUp(subject);
    expect(await subject.status(project)).toMatchObject({ missing: 0, position: 300, notes: [] });
    expect((await subject.find(project, { text: "look at module7" })).by).toBe("words and meaning");
    await subject.close();
  });

  it("damaged rows do not count as complete after one more lesson was added", async () => {
    const folder = tempFolder();
    const subject = await open(folder, storeOnly);
    await caughtUp(subject);
    const data = join(folder, "vectors/patterns.lance/data");
    for (const name of readdirSync(data)) truncateSync(join(data, name), 10);
    const more = { id: "more", kind: "strategy", text: "One more lesson" };
    await subject.apply(project, { upserts: [more], removals: [], position: 301 });
    await caughtUp(subject, [...lessons, more]);
    expect(await subject.status(project)).toMatchObject({ lessons: 301, missing: 0, position: 301 });
    expect((await subject.nearest(project, lessons[5]?.text ?? "", { limit: 1 })).matches[0]?.id).toBe("l5");
    await subject.close();
  });

  it("a folder that was deleted between two starts is filled again, whatever memory holds", async () => {
    const folder = tempFolder();
    const first = await open(folder, storeOnly);
    await caughtUp(first);
    await first.close();
    for (const part of ["vectors/patterns.lance", "vectors"]) {
      rmSync(join(folder, part), { recursive: true });
      const again = await open(folder, storeOnly);
      await caughtUp(again);
      expect(await again.status(project)).toMatchObject({
        store: "lancedb",
        lessons: 300,
        missing: 0,
        position: 300,
      });
      expect(await again.health()).toMatchObject({ healthy: true, count: 300 });
      await again.close();
    }
  });
});

describe("openSearch when something is missing", () => {
  const program = (packages: boolean, changes: object) =>
    bundledProgram(
      import.meta.dirname,
      `
      import { defaults } from "../base/config/settings.ts";
      import { openSearch } from "./open-search.ts";
      const settings = { ...defaults.retrieval, ...${JSON.stringify(changes)} };
      const [dataFolder, modelsFolder] = [process.argv[2], ${JSON.stringify(modelsFolder)}];
      const search = await openSearch({ dataFolder, modelsFolder, downloaded: [dataFolder], settings });
      const from = await search.position("one");
      const upserts = ${JSON.stringify(lessons)};
      await search.apply("one", { upserts, removals: [], position: 300 });
      const { by, candidates } = await search.find("one", { text: "look at module7 before step 7" });
      const before = await search.status("one");
      await search.close();
      const { store, notes } = await search.status("one");
      console.log(JSON.stringify({ from, by, found: candidates.length, store: before.store, notes }));
    `,
      { packages },
    );
  const run = async (file: string, folder: string) => {
    const child = spawn(process.execPath, [file, folder], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    await new Promise((done) => child.on("close", done));
    return JSON.parse(output) as {
      readonly by: string;
      readonly found: number;
      readonly notes: readonly string[];
    };
  };

  it("search works without LanceDB and Transformers.js, and says what to install", async () => {
    const lance = await run(await program(false, { vectorStore: "lancedb" }), tempFolder());
    expect(lance).toMatchObject({ by: "words and meaning", store: "memory" });
    expect(lance.notes).toEqual([expect.stringMatching(/LanceDB does not load.*npm install @lancedb/)]);
    const model = await run(await program(false, { embedder: "Xenova/all-mpnet-base-v2" }), tempFolder());
    expect(model).toMatchObject({ by: "words", found: defaults.retrieval.candidates });
    expect(model.notes).toEqual([
      expect.stringMatching(/Transformers.js does not load.*npm install @hugging/),
    ]);
  });

  it.skipIf(!canBeReadOnly)(
    "search works in memory with a note when its folder cannot be written",
    async () => {
      const folder = tempFolder();
      const first = await open(folder, { vectorStore: "lancedb" });
      await first.apply(project, { upserts: lessons.slice(0, 200), removals: [], position: 200 });
      await first.close();
      for (const vectorStore of ["memory", "lancedb"]) {
        const result = await runReadOnly(await program(true, { vectorStore }), folder);
        expect(result).toMatchObject({ from: 200, by: "words and meaning", store: "memory" });
        expect(result).toMatchObject({
          notes: expect.arrayContaining([expect.stringMatching(/cannot be written/)]),
        });
      }
    },
  );
});
