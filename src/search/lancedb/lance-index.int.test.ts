import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "../../../tests/support/bundled-program.js";
import { canBeReadOnly, runReadOnly } from "../../../tests/support/read-only.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { contractModel, someVector, vectorIndexContract } from "../vector-index.contract.js";
import { folderSize } from "./disk-usage.js";
import { importLanceDb } from "./import-lancedb.js";
import { LanceIndex } from "./lance-index.js";

const project = "one";
const other = { name: "another", dimensions: 5 };
const wide = { name: "wide", dimensions: 256 };

function rows(count: number, from = 0, dimensions = contractModel.dimensions) {
  return Array.from({ length: count }, (_, n) => ({
    id: `l${from + n}`,
    kind: "strategy",
    vector: someVector(from + n, dimensions),
  }));
}

function open(folder: string, model = contractModel): Promise<LanceIndex> {
  return LanceIndex.open(folder, model);
}

vectorIndexContract("LanceIndex", () => open(tempFolder()), 8);

/** A folder with 200 rows at position 200. */
async function filled(): Promise<string> {
  const folder = tempFolder();
  const index = await open(folder);
  await index.upsert(project, rows(200));
  await index.setPosition(project, 200);
  await index.close();
  return folder;
}

describe("LanceIndex", () => {
  it("an index that is opened again has all rows", async () => {
    const index = await open(await filled());
    expect(await index.count(project)).toBe(200);
    expect(await index.position(project)).toBe(200);
    expect((await index.nearest(project, someVector(150), { limit: 150 })).length).toBe(150);
    await index.close();
  });

  it("a handle sees what another handle wrote, replaced and removed", async () => {
    const folder = await filled();
    const [one, two] = [await open(folder), await open(folder)];
    expect(await two.count(project)).toBe(200);
    await one.upsert(project, [{ id: "l0", kind: "strategy", vector: someVector(999) }]);
    await one.remove(project, ["l1"]);
    expect(await two.count(project)).toBe(199);
    expect((await two.nearest(project, someVector(999), { limit: 1 }))[0]?.id).toBe("l0");
    await one.close();
    await two.close();
  });

  it("hundreds of small writes stay under three times the live data on disk", async () => {
    const folder = tempFolder();
    const index = await open(folder, wide);
    await index.upsert(project, rows(1_000, 0, 256));
    for (let n = 0; n < 120; n += 1) {
      await index.upsert(project, rows(1, n % 40, 256));
      if (n % 10 === 0) await index.remove(project, [`l${500 + n}`]);
    }
    const live = (await index.count(project)) * 256 * 4;
    expect(folderSize(folder)).toBeLessThan(3 * live);
    await index.close();
    expect(folderSize(folder)).toBeLessThan(2 * live);
  });

  it("repeated writes of whole batches stay under three times the live data on disk", async () => {
    const folder = tempFolder();
    const index = await open(folder, wide);
    const live = 500 * wide.dimensions * 4;
    for (let round = 0; round < 8; round += 1) {
      await index.upsert(project, rows(500, 0, wide.dimensions));
      expect(folderSize(folder)).toBeLessThan(3 * live);
    }
    expect(await index.count(project)).toBe(500);
    await index.close();
  });

  it("an index stays under three times the live data on disk after most rows were deleted", async () => {
    const folder = tempFolder();
    const index = await open(folder, wide);
    await index.upsert(project, rows(1_000, 0, wide.dimensions));
    await index.remove(
      project,
      rows(800).map(({ id }) => id),
    );
    expect(folderSize(folder)).toBeLessThan(3 * 200 * wide.dimensions * 4);
    for (let n = 800; n < 900; n += 10) {
      await index.remove(
        project,
        rows(10, n).map(({ id }) => id),
      );
      expect(folderSize(folder)).toBeLessThan(3 * (990 - n) * wide.dimensions * 4);
    }
    await index.close();
  });

  it("an index does not grow when each process writes once and ends without closing", async () => {
    const folder = tempFolder();
    const first = await open(folder, wide);
    await first.upsert(project, rows(300, 0, wide.dimensions));
    for (let n = 0; n < 40; n += 1)
      await (await open(folder, wide)).upsert(project, rows(1, n, wide.dimensions));
    expect(readdirSync(join(folder, "patterns.lance/_versions")).length).toBeLessThan(12);
    expect(folderSize(folder)).toBeLessThan(3 * 300 * wide.dimensions * 4);
    expect(await first.count(project)).toBe(300);
    await first.close();
  });

  it.each<[string, (folder: string) => void]>([
    ["deleted", (folder) => rmSync(join(folder, "patterns.lance"), { recursive: true })],
    ["deleted with everything beside it", (folder) => rmSync(folder, { recursive: true })],
    [
      "truncated",
      (folder) => eachFile(join(folder, "patterns.lance/data"), (file) => truncateSync(file, 100)),
    ],
    ["emptied", (folder) => eachFile(join(folder, "patterns.lance/data"), (file) => rmSync(file))],
    [
      "without its versions",
      (folder) => rmSync(join(folder, "patterns.lance/_versions"), { recursive: true }),
    ],
    [
      "with a damaged version",
      (folder) => eachFile(join(folder, "patterns.lance/_versions"), (file) => writeFileSync(file, "x")),
    ],
    [
      "replaced by a file",
      (folder) => {
        rmSync(join(folder, "patterns.lance"), { recursive: true });
        writeFileSync(join(folder, "patterns.lance"), "not a folder");
      },
    ],
    ["without its positions", (folder) => rmSync(join(folder, "patterns.json"))],
    ["with positions cut off", (folder) => truncateSync(join(folder, "patterns.json"), 20)],
    [
      "with positions of another shape",
      (folder) => writeFileSync(join(folder, "patterns.json"), '{"x":[1,"2"]}'),
    ],
  ])("an index recovers when its folder was %s", async (_, damage) => {
    const folder = await filled();
    damage(folder);
    const index = await open(folder);
    await index.nearest(project, someVector(1), { limit: 5 }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "corrupt", next: expect.any(String) });
    });
    expect(await index.position(project)).toBe(0);
    await index.clear(project);
    await index.upsert(project, rows(20));
    await index.setPosition(project, 20);
    expect(await index.count(project)).toBe(20);
    expect((await index.nearest(project, someVector(3), { limit: 1 }))[0]?.id).toBe("l3");
    expect(await index.health()).toMatchObject({ healthy: true, count: 20 });
    await index.close();
  });

  it("an index recovers when any of its files was truncated anywhere", async () => {
    const files = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        .filter((file) => statSync(file).isFile())
        .sort();
    const cut = fc.record({ file: fc.nat(), share: fc.double({ min: 0, max: 0.999, noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 4 }), async (cuts) => {
        const folder = await filled();
        const all = files(folder);
        for (const { file, share } of cuts) {
          const name = all[file % all.length] ?? "";
          truncateSync(name, Math.floor(statSync(name).size * share));
        }
        const index = await open(folder);
        for (let again = 0; (await isWhole(index)) === false; again += 1) {
          expect(again).toBeLessThan(3);
          if ((await index.position(project)) < 200) await refill(index);
        }
        await index.close();
      }),
      { numRuns: 12 },
    );
  });

  it("an older copy of the table that was restored is not mistaken for the newest", async () => {
    const folder = await filled();
    const copy = join(tempFolder(), "copy.lance");
    cpSync(join(folder, "patterns.lance"), copy, { recursive: true });
    const index = await open(folder);
    await index.upsert(project, rows(5, 200));
    await index.setPosition(project, 205);
    await index.close();
    rmSync(join(folder, "patterns.lance"), { recursive: true });
    cpSync(copy, join(folder, "patterns.lance"), { recursive: true });
    const again = await open(folder);
    expect([await again.count(project), await again.position(project)]).toEqual([200, 0]);
    await again.close();
  });

  it("a table that does not declare vectors of length 1 is replaced", async () => {
    const folder = tempFolder();
    const { lancedb } = await importLanceDb();
    const db = await lancedb.connect(folder);
    await db.createTable("patterns", [{ key: "a", vector: Array.from(someVector(1)) }]);
    const index = await open(folder);
    expect([await index.count(project), await index.position(project)]).toEqual([0, 0]);
    await index.upsert(project, rows(2));
    expect(await index.count(project)).toBe(2);
    await index.close();
  });

  it.each([
    ["of a dead process", "999999999 HOST token"],
    ["without an owner that is two minutes old", ""],
  ])("an index takes over a lock %s", async (_, content) => {
    const folder = await filled();
    const lock = join(folder, "patterns.lock");
    writeFileSync(lock, content.replace("HOST", hostname()));
    if (content === "") utimesSync(lock, Date.now() / 1000 - 120, Date.now() / 1000 - 120);
    const index = await open(folder);
    await index.upsert(project, rows(1, 200));
    expect(await index.count(project)).toBe(201);
    await index.close();
    expect(existsSync(lock)).toBe(false);
  });

  it.skipIf(!canBeReadOnly)("an index in a read-only folder refuses writes and still answers", async () => {
    const folder = await filled();
    const program = await bundledProgram(
      import.meta.dirname,
      `import { LanceIndex } from "./lance-index.ts";
       const index = await LanceIndex.open(process.argv[2], ${JSON.stringify(contractModel)});
       const vector = new Float32Array(8).fill(Math.sqrt(1 / 8));
       const rows = [{ id: "new", kind: "k", vector }];
       const failed = await index.upsert("one", rows).catch((error) => error.code);
       const found = await index.nearest("one", vector, { limit: 3 });
       const { healthy } = await index.health();
       console.log(JSON.stringify({ failed, found: found.length, healthy }));`,
    );
    expect(await runReadOnly(program, folder)).toEqual({ failed: "not_writable", found: 3, healthy: false });
  });

  it("processes that start at the same time create the table once", async () => {
    const folder = join(tempFolder(), "vectors");
    const worker = await workerFile();
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, [worker, folder, "3"], { stdio: ["ignore", "pipe", "inherit"] }),
    );
    const codes = await Promise.all(children.map((child) => new Promise((done) => child.on("close", done))));
    expect(codes).toEqual([0, 0, 0, 0]);
    const index = await open(folder);
    const position = await index.position(project);
    expect(position).toBeGreaterThanOrEqual(30);
    // A slower process may set an older position, which only repeats work.
    const found = await index.ids(project);
    expect(await index.count(project)).toBe(found.size);
    expect(rows(position).every(({ id }) => found.has(id))).toBe(true);
    await index.close();
  });

  it("an open handle can write after its data was truncated", async () => {
    const folder = await filled();
    const index = await open(folder);
    expect(await index.count(project)).toBe(200);
    eachFile(join(folder, "patterns.lance/data"), (file) => truncateSync(file, 10));
    await index.upsert(project, rows(3));
    await index.health();
    await index.upsert(project, rows(3));
    expect(await index.count(project)).toBe(3);
    await index.close();
  });

  it("vectors of a new model are filled while searches still use the old ones", async () => {
    const folder = await filled();
    const [old, fresh] = [await open(folder), await open(folder, other)];
    expect(await fresh.otherModel()).toMatchObject(contractModel);
    await fresh.upsert(project, rows(50, 0, 5));
    await fresh.setPosition(project, 50);
    expect((await old.nearest(project, someVector(7), { limit: 1 }))[0]?.id).toBe("l7");
    expect([await old.position(project), await fresh.position(project)]).toEqual([200, 50]);
    await fresh.close();
    const resumed = await open(folder, other);
    expect(await resumed.position(project)).toBe(50);
    await resumed.upsert(project, rows(150, 50, 5));
    await resumed.setPosition(project, 200);
    await resumed.promote();
    expect(await resumed.otherModel()).toBeUndefined();
    expect(readdirSync(folder).filter((name) => name.endsWith(".lance"))).toEqual(["patterns.lance"]);
    expect([await resumed.count(project), await resumed.position(project)]).toEqual([200, 200]);
    expect(await old.nearest(project, someVector(7), { limit: 1 })).toEqual([]);
    await Promise.all([old.close(), resumed.close()]);
  });

  it("an open index reports a file that has replaced its folder", async () => {
    const folder = await filled();
    const index = await open(folder);
    expect(await index.count(project)).toBe(200);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file");
    expect([await index.count(project), await index.position(project)]).toEqual([0, 0]);
    await expect(index.upsert(project, rows(1))).rejects.toMatchObject({ code: "not_writable" });
    expect(await index.health()).toMatchObject({ healthy: false });
    await index.close();
  });

  it("vectors of other dimensions are refused, and no row is lost", async () => {
    const index = await open(await filled());
    await expect(index.upsert(project, rows(1, 0, 7))).rejects.toThrow(/7 dimensions/);
    expect(await index.count(project)).toBe(200);
    await index.close();
  });

  it("killed writers lose no acknowledged row, and two writers never duplicate one", async () => {
    const folder = tempFolder();
    const worker = await workerFile();
    const seen = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      const children = [1, 2].map(() =>
        spawn(process.execPath, [worker, folder], { stdio: ["ignore", "pipe", "inherit"] }),
      );
      await Promise.all(
        children.map(async (child, which) => {
          child.stdout.setEncoding("utf8").on("data", (text: string) => {
            for (const line of text.trim().split("\n")) seen.add(Number(line));
            if (seen.size >= (round + 1) * 6 + which) child.kill("SIGKILL");
          });
          await new Promise((done) => child.on("close", done));
        }),
      );
    }
    expect(seen.size).toBeGreaterThan(10);
    const index = await open(folder);
    // The slower of two writers may set a lower position last, which only repeats work.
    const last = Math.max(...seen, await index.position(project));
    const found = await index.vectorsOf(
      project,
      Array.from({ length: last }, (_, n) => `l${n}`),
    );
    expect(found.size).toBe(last);
    const all = await index.nearest(project, someVector(1), { limit: 10_000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    await index.close();
  });
});

function eachFile(folder: string, work: (file: string) => void): void {
  for (const name of readdirSync(folder)) if (statSync(join(folder, name)).isFile()) work(join(folder, name));
}

/** Whether every row is found; if not, the index must report that it is to be filled again. */
async function isWhole(index: LanceIndex): Promise<boolean> {
  const found = await index.nearest(project, someVector(1), { limit: 1_000 }).catch((error: unknown) => {
    expect(error).toMatchObject({ code: "corrupt" });
    return [];
  });
  return found.length === 200 && (await index.position(project)) === 200;
}

async function refill(index: LanceIndex): Promise<void> {
  await index.clear(project);
  await index.upsert(project, rows(200));
  await index.setPosition(project, 200);
}

/**
 * A program that continues from the saved position in batches of ten, and prints each position after saving.
 */
async function workerFile(): Promise<string> {
  return bundledProgram(
    import.meta.dirname,
    `
    import { LanceIndex } from "./lance-index.ts";
    import { normalised } from "../order/cosine.ts";
    const index = await LanceIndex.open(process.argv[2], ${JSON.stringify(contractModel)});
    for (let left = Number(process.argv[3] ?? Infinity); left > 0; left -= 1) {
      const from = await index.position("one");
      const vectorOf = (seed) => normalised(
        Float32Array.from({ length: 8 }, (_, place) => Math.sin(seed * 12.9898 + place * 78.233)));
      const rows = Array.from({ length: 10 }, (_, n) =>
        ({ id: "l" + (from + n), kind: "strategy", vector: vectorOf(from + n) }));
      await index.upsert("one", rows);
      await index.setPosition("one", from + 10);
      process.stdout.write(from + 10 + "\\n");
    }`,
  );
}
