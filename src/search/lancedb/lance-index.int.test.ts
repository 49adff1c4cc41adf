import { spawn } from "node:child_process";
import { readdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { contractModel, someVector, vectorIndexContract } from "../vector-index.contract.js";
import { folderSize } from "./folder-size.js";
import { LanceIndex } from "./lance-index.js";

const project = "one";
const other = { name: "another", dimensions: 5 };

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

vectorIndexContract("LanceDB", () => open(tempFolder()), 8);

/** A folder with 200 rows at position 200. */
async function filled(): Promise<string> {
  const folder = tempFolder();
  const index = await open(folder);
  await index.upsert(project, rows(200));
  await index.setPosition(project, 200);
  await index.close();
  return folder;
}

describe("LanceDB", () => {
  it("keeps everything when it is opened again", async () => {
    const index = await open(await filled());
    expect(await index.count(project)).toBe(200);
    expect(await index.position(project)).toBe(200);
    expect((await index.nearest(project, someVector(150), { limit: 150 })).length).toBe(150);
    await index.close();
  });

  it("sees what another handle wrote, replaced and removed", async () => {
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

  it("stays under three times its live data over hundreds of small writes", async () => {
    const folder = tempFolder();
    const wide = { name: "wide", dimensions: 256 };
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

  it.each<[string, (folder: string) => void]>([
    ["deleted", (folder) => rmSync(join(folder, "patterns.lance"), { recursive: true })],
    ["deleted with all beside it", (folder) => rmSync(folder, { recursive: true })],
    ["truncated", (folder) => eachFile(join(folder, "patterns.lance/data"), (file) => truncateSync(file, 100))],
    ["emptied", (folder) => eachFile(join(folder, "patterns.lance/data"), (file) => rmSync(file))],
    ["without its versions", (folder) => rmSync(join(folder, "patterns.lance/_versions"), { recursive: true })],
    [
      "with a damaged version",
      (folder) => eachFile(join(folder, "patterns.lance/_versions"), (file) => writeFileSync(file, "x")),
    ],
  ])("comes back when its folder was %s", async (_, damage) => {
    const folder = await filled();
    damage(folder);
    const index = await open(folder);
    await index.nearest(project, someVector(1), { limit: 5 }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "corrupt", next: expect.any(String) });
    });
    expect(await index.position(project)).toBe(0);
    await index.upsert(project, rows(20));
    await index.setPosition(project, 20);
    expect(await index.count(project)).toBe(20);
    expect((await index.nearest(project, someVector(3), { limit: 1 }))[0]?.id).toBe("l3");
    expect(await index.health()).toMatchObject({ healthy: true, count: 20 });
    await index.close();
  });

  it("writes on when its data was truncated under an open handle", async () => {
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

  it("fills a new model's vectors beside the old, which answer until they are replaced", async () => {
    const folder = await filled();
    const [old, fresh] = [await open(folder), await open(folder, other)];
    expect(await fresh.replaces()).toMatchObject(contractModel);
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
    expect(await resumed.replaces()).toBeUndefined();
    expect(readdirSync(folder).filter((name) => name.endsWith(".lance"))).toEqual(["patterns.lance"]);
    expect([await resumed.count(project), await resumed.position(project)]).toEqual([200, 200]);
    expect(await old.nearest(project, someVector(7), { limit: 1 })).toEqual([]);
    await Promise.all([old.close(), resumed.close()]);
  });

  it("refuses vectors of other dimensions and keeps what it has", async () => {
    const index = await open(await filled());
    await expect(index.upsert(project, rows(1, 0, 7))).rejects.toThrow(/7 dimensions/);
    expect(await index.count(project)).toBe(200);
    await index.close();
  });

  it("loses nothing that was acknowledged when writers are killed, and two of them never double a row", async () => {
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
    const last = await index.position(project);
    expect(last).toBeGreaterThanOrEqual(Math.max(...seen));
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

/** A program that goes on from the saved position in batches of ten, and prints each position when it is saved. */
async function workerFile(): Promise<string> {
  const folder = tempFolder();
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
  const outfile = join(folder, "worker.mjs");
  await build({
    stdin: {
      contents: `
        import { LanceIndex } from "./lance-index.ts";
        import { normalised } from "../../engines/retrieval/normalised.ts";
        const index = await LanceIndex.open(process.argv[2], ${JSON.stringify(contractModel)});
        for (;;) {
          const from = await index.position("one");
          const rows = Array.from({ length: 10 }, (_, n) => ({ id: "l" + (from + n), kind: "strategy",
            vector: normalised(Float32Array.from({ length: 8 }, (_, place) => Math.sin((from + n) * 12.9898 + place * 78.233))) }));
          await index.upsert("one", rows);
          await index.setPosition("one", from + 10);
          process.stdout.write(from + 10 + "\\n");
        }`,
      resolveDir: import.meta.dirname,
      loader: "ts",
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
  return outfile;
}
