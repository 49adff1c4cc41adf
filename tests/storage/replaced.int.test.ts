import { once } from "node:events";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { expect, it } from "vitest";
import { jsonLines, startScript, whetstone } from "../support/child.js";
import { tempFolder } from "../support/temp-folder.js";
import { collect, openInTemp, outcome } from "../support/whetstone.js";

async function started(folder: string, name: string) {
  const script = startScript("tests/storage/writer.mjs", [folder, name, "forever"]);
  await acknowledged(script.child);
  return script;
}

/** Waits until the writer has answered once more, with this in its answer. */
async function acknowledged(
  { stdout }: ReturnType<typeof startScript>["child"],
  holding = '"key"',
): Promise<void> {
  for (let text = ""; stdout !== null && !text.includes(holding); )
    text += String((await once(stdout, "data"))[0]);
}

async function keysIn(folder: string): Promise<ReadonlySet<unknown>> {
  const ws = await openInTemp({ root: folder });
  const lines = await collect(ws.export());
  expect((await ws.doctor()).checks.filter(({ state }) => state === "problem")).toEqual([]);
  await ws.close();
  return new Set(lines.map((line) => JSON.parse(line).key));
}

/** What was acknowledged of the calls that began after the mark, and is not there. */
async function lostOf(folder: string, stdout: string) {
  const answers = jsonLines(stdout).filter(({ marked }) => marked === true);
  const keys = await keysIn(folder);
  return { marked: answers.length, lost: answers.filter(({ key }) => !keys.has(key)) };
}

/** Where the store of a project in this folder lies. Fails rather than name a folder outside of it. */
function dataFolder(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const file = names.find((name) => name.endsWith(`${sep}store.db`));
  if (file === undefined) throw new Error(`there is no database below ${folder}`);
  return join(folder, dirname(file));
}

it("what a process writes while the store is restored again and again is found afterwards", async () => {
  const folder = tempFolder();
  const ws = await openInTemp({ root: folder });
  await ws.record(outcome());
  const { backup } = await ws.backUp();
  await ws.close();
  const { child, ended } = await started(folder, "writer");
  for (let round = 0; round < 4; round += 1) {
    const restored = await whetstone(["doctor", "--restore", backup ?? "", "--yes"], { cwd: folder });
    expect(restored).toMatchObject({ code: 0 });
    await acknowledged(child);
  }
  writeFileSync(join(folder, "mark"), "");
  await acknowledged(child, '"marked":true');
  child.kill("SIGKILL");
  const { stdout } = await ended;
  const { marked, lost } = await lostOf(folder, stdout);
  expect(marked).toBeGreaterThan(0);
  expect(lost).toEqual([]);
  const errors = jsonLines(stdout).filter((line) => "error" in line && line.error !== "replaced");
  expect(errors).toEqual([]);
});

it("what a process writes after its data folder was deleted, again and again, is found afterwards", async () => {
  const folder = tempFolder();
  const { child, ended } = await started(folder, "writer");
  const data = dataFolder(folder);
  for (let round = 0; round < 5; round += 1) {
    rmSync(data, { recursive: true, force: true, maxRetries: 50 });
    await acknowledged(child);
  }
  writeFileSync(join(folder, "mark"), "");
  await acknowledged(child, '"marked":true');
  child.kill("SIGKILL");
  const { stdout } = await ended;
  const { marked, lost } = await lostOf(folder, stdout);
  expect(marked).toBeGreaterThan(0);
  expect(lost).toEqual([]);
});
