import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../src/base/config/settings.js";
import type { LessonSearch } from "../../src/search/lesson-search.js";
import { openSearch } from "../../src/search/open-search.js";
import { tempFolder } from "../support/temp-folder.js";
import { writeTinyModel } from "../support/tiny-onnx.js";

const project = "one";
const modelsFolder = resolve(import.meta.dirname, "../../models");

/** Search whose vectors are in LanceDB alone: none of these traps may hide behind the copy in memory. */
function open(dataFolder: string, changes: Partial<typeof defaults.retrieval> = {}): Promise<LessonSearch> {
  const settings = {
    ...defaults.retrieval,
    vectorStore: "lancedb",
    matrixMaxLessons: 0,
    ...changes,
  } as const;
  return openSearch({ dataFolder, modelsFolder, downloaded: [dataFolder], settings });
}

function lessons(
  count: number,
  text = (n: number) => `Lesson ${n}: check module${n % 31} before release ${n}`,
) {
  return Array.from({ length: count }, (_, n) => ({ id: `l${n}`, kind: "strategy", text: text(n) }));
}

async function filled(search: LessonSearch, upserts: ReturnType<typeof lessons>): Promise<LessonSearch> {
  await search.apply(project, { upserts, removals: [], position: upserts.length });
  return search;
}

describe("retrieval in LanceDB", () => {
  it("trap 16: a cut by metadata; here the whole table is compared", async () => {
    const right = {
      id: "right",
      kind: "directive",
      text: "Rotate the signing keys before the certificate expires",
    };
    const search = await filled(await open(tempFolder()), [...lessons(1_000), right]);
    const { matches } = await search.nearest(project, "the certificate's signing keys expire", { limit: 1 });
    expect(matches[0]?.id).toBe("right");
    await search.close();
  });

  it("trap 19: reads stopped at ten rows; here the limit is the caller's", async () => {
    const search = await filled(await open(tempFolder()), lessons(700));
    const { matches } = await search.nearest(project, "check the release", { limit: 650, threshold: -1 });
    expect(matches.length).toBe(650);
    const { candidates } = await search.find(project, { text: "check the release" });
    expect(candidates.length).toBeGreaterThanOrEqual(200);
    await search.close();
  });

  it("trap 20: a quote in a name returned everything; here it is a name like any other", async () => {
    const search = await filled(await open(tempFolder()), lessons(20));
    for (const evil of ["x' OR '1'='1", "x' OR true --", "one' --", "%", "\\", "\u0000"]) {
      expect((await search.nearest(evil, "check", { limit: 50 })).matches).toEqual([]);
      expect((await search.nearest(project, "check", { limit: 50, kinds: [evil] })).matches).toEqual([]);
      await search.apply(evil, { upserts: [], removals: ["l0", evil], position: 1 });
    }
    expect((await search.nearest(project, "check", { limit: 50, threshold: -1 })).matches.length).toBe(20);
    await search.close();
  });

  it("trap 21: stale versions of one row were found; here a lesson has one row, on the disk too", async () => {
    const folder = tempFolder();
    const search = await open(folder);
    for (let round = 0; round < 20; round += 1)
      await filled(
        search,
        lessons(3, (n) => `Version ${round} of ${n}`),
      );
    const { matches } = await search.nearest(project, "Version 7 of 1", { limit: 50, threshold: -1 });
    expect(matches.map(({ id }) => id).sort()).toEqual(["l0", "l1", "l2"]);
    expect(readdirSync(join(folder, "vectors/patterns.lance/_versions")).length).toBeLessThan(12);
    await search.close();
  });

  it("trap 24: fixed dimensions broke with another model; here the new one's rows grow beside the old", async () => {
    const folder = tempFolder();
    const first = await filled(await open(folder), lessons(100));
    await first.close();
    for (const dimensions of [6, 40]) {
      const embedder = join(tempFolder(), `tiny-${dimensions}`);
      writeTinyModel(embedder, dimensions, 32);
      const search = await open(folder, { embedder });
      await search.reembed(project, lessons(100));
      expect(await search.status(project)).toMatchObject({
        model: expect.stringContaining("tiny"),
        missing: 0,
      });
      const [best] = (await search.nearest(project, "Lesson 7: check module7 before release 7", { limit: 1 }))
        .matches;
      expect(best).toMatchObject({ id: "l7", similarity: expect.closeTo(1, 3) });
      await search.close();
    }
  });

  it("trap 25: lessons of other scripts were all the same; here the built-in model knows none and words find each", async () => {
    const texts = ["認証トークンをログに書かない", "データベースを閉じる", "Не хранить пароли", "🚀", "🔥"];
    const search = await filled(
      await open(tempFolder()),
      lessons(texts.length, (n) => texts[n] ?? ""),
    );
    for (const [n, text] of texts.entries()) {
      expect((await search.find(project, { text })).candidates[0]?.id).toBe(`l${n}`);
    }
    await search.close();
  });
});
