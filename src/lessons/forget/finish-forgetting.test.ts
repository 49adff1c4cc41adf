import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Crash, Faults, faultyStore } from "../../../tests/support/faults.js";
import { sqliteIn } from "../../../tests/support/sqlite.js";
import { contextOver } from "../../../tests/support/team.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { outcome } from "../../../tests/support/whetstone.js";
import type { Store } from "../../log/store/store.js";
import type { Context } from "../../verbs/call/context.js";
import { handleOf } from "../../verbs/open/open-whetstone.js";

const secret = "hunter2-of-production";

function filesWithSecret(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "latin1").includes(secret));
}

/** A project with the text in its log and in two backups, whose process may end at any step after the commit. */
async function spilt() {
  const folder = tempFolder();
  const faults = new Faults();
  const moment = { ms: Date.parse("2026-03-01T00:00:00.000Z") };
  const backups = {
    folder: join(folder, "backups"),
    kept: 3,
    now: () => {
      faults.tick();
      moment.ms += 1_000;
      return new Date(moment.ms).toISOString();
    },
  };
  const opened: (() => Promise<void>)[] = [];
  const open = (): Context => {
    const base = sqliteIn(folder, { backups });
    opened.push(() => base.close());
    const write: Store["write"] = async (project, work) => {
      const result = await base.write(project, work);
      faults.tick();
      return result;
    };
    const context = contextOver({ ...faultyStore(base, faults), write }, "test");
    return {
      ...context,
      places: { ...context.places, data: folder, database: join(folder, "store.db") },
    };
  };
  const ws = handleOf(open());
  await ws.record(outcome({ summary: `it was ${secret}` }));
  await ws.backUp();
  await ws.backUp();
  expect(filesWithSecret(folder).length).toBeGreaterThan(2);
  const close = async () => {
    for (const each of opened.splice(0)) await each();
  };
  return { folder, faults, open, close, ws };
}

/** Ends the process of a forgetting after so many of its calls; false if it came to its end before. */
async function cutOff({ ws, faults }: Awaited<ReturnType<typeof spilt>>, calls: number): Promise<boolean> {
  faults.failAfter(calls);
  try {
    await ws.lessons.forget({ text: secret, reason: "a password" });
    return false;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return true;
  } finally {
    faults.never();
  }
}

it("wherever a forgetting is cut off after its commit, doctor finishes it and says so", async () => {
  const said: (string | undefined)[] = [];
  for (let calls = 0, isCut = true; isCut; calls += 1) {
    const project = await spilt();
    isCut = await cutOff(project, calls);
    const context = project.open();
    const { checks } = await handleOf(context).doctor();
    said.push(checks.find(({ name }) => name === "forget")?.state);
    expect(filesWithSecret(project.folder), `after ${calls} calls`).toEqual([]);
    expect(readdirSync(join(project.folder, "backups"))).toHaveLength(1);
    expect((await handleOf(context).doctor()).checks.map(({ name }) => name)).not.toContain("forget");
    await project.close();
  }
  // Right after the commit, before the files are rewritten, between that and the backups, and at the end.
  expect(said).toEqual(["warning", "warning", "warning", undefined, undefined]);
});

it("an idle server finishes a forgetting that was cut off, and leaves a note", async () => {
  const project = await spilt();
  await cutOff(project, 0);
  expect(filesWithSecret(project.folder).length).toBeGreaterThan(2);
  const context = project.open();
  await handleOf(context).index.catchUp();
  expect(filesWithSecret(project.folder)).toEqual([]);
  expect(context.losses.list()).toMatchObject([{ stage: "lessons forget" }]);
  await project.close();
});
