import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { seed } from "../../tests/support/directives.js";
import { openInsights, output, patterns, verdictOn } from "../../tests/support/insights.js";
import { tempFolder } from "../../tests/support/temp-folder.js";
import { collect, openInTemp, outcome } from "../../tests/support/whetstone.js";
import type { Whetstone } from "../index.js";
import type { EventData } from "../log/events/catalog.js";

const texts = [
  "Retries without a limit overload the queue server",
  "The parser accepts trailing commas in arrays",
];

/** On a real store: insights that were seen, shown, confirmed and promoted stand in several sorted lists. */
async function learned() {
  const { ws } = await openInsights({ set: [] });
  for (const n of [1, 2])
    await ws.deliberate({
      role: "judge",
      run: `r-${n}`,
      taskId: `bd-${n}`,
      labels: [`l-${n}`],
      text: patterns(...texts),
    });
  const { shown } = await ws.brief({ role: "judge", run: "r-3" });
  const { deliberation } = await ws.deliberate({
    role: "judge",
    run: "r-3",
    text: output + patterns(...texts),
  });
  await ws.review({ output: verdictOn(deliberation) });
  await ws.lessons.promote({ lesson: shown[0]?.lesson ?? "", reason: "it holds" });
  return ws;
}

const checkOf = async (ws: Whetstone, name: string) =>
  (await ws.doctor()).checks.find((check) => check.name === name);
const problemsOf = async (ws: Whetstone) =>
  (await ws.doctor()).checks.filter(({ state }) => state === "problem");

describe("doctor, on a SQLite store that has sorted lists", () => {
  it("doctor finds no problem after a single deliberation", async () => {
    const { ws } = await openInsights({ set: [] });
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(...texts) });
    expect(await ws.doctor()).toMatchObject({ healthy: true });
    expect(await checkOf(ws, "store")).toMatchObject({
      state: "ok",
      detail: expect.stringContaining("every row checked"),
    });
  });

  it("doctor finds no problem after the whole loop, after a rebuild, and after something was forgotten", async () => {
    const ws = await learned();
    expect(await problemsOf(ws)).toEqual([]);
    await ws.rebuild();
    expect(await problemsOf(ws)).toEqual([]);
    const { lessons } = await ws.lessons.list({ kind: "insight" });
    await ws.lessons.forget({ lesson: lessons[0]?.id ?? "", reason: "r" });
    expect(await problemsOf(ws)).toEqual([]);
  });

  it("a backup that doctor checked can be restored with the same insights", async () => {
    const ws = await learned();
    const before = { log: await collect(ws.export()), lessons: await ws.lessons.list() };
    const { backup } = await ws.backUp();
    await ws.deliberate({
      role: "judge",
      run: "r-9",
      text: patterns("Later words must be gone after the restore"),
    });
    const { aside } = await ws.restore({ file: backup });
    expect(aside.length).toBeGreaterThan(0);
    expect(await collect(ws.export())).toEqual(before.log);
    expect(await ws.lessons.list()).toEqual(before.lessons);
    expect(await problemsOf(ws)).toEqual([]);
    expect(await ws.brief({ role: "judge", run: "r-4" })).toMatchObject({ form: "full", patterns_found: 2 });
  });

  it("doctor names the way to restore a damaged store, and it works", async () => {
    const ws = await learned();
    const { backup } = await ws.backUp();
    const { location } = (await ws.status()).store;
    await ws.close();
    writeFileSync(location ?? "", readFileSync(location ?? "").subarray(0, 10_000));
    const { ws: again } = await openInsights({ root: ws.folder, set: [] });
    expect(await checkOf(again, "store")).toMatchObject({
      state: "problem",
      next: expect.stringContaining(backup),
    });
    await again.restore({ file: backup });
    expect(await problemsOf(again)).toEqual([]);
    expect(await again.brief({ role: "judge", run: "r-4" })).toMatchObject({ patterns_found: 2 });
  });
});

it("doctor names the project by its folder, as status does", async () => {
  const { ws } = await openInsights({ set: [] });
  const name = basename(ws.place.root);
  expect(await checkOf(ws, "project")).toMatchObject({
    detail: expect.stringMatching(new RegExp(`^${name} \\(.+\\), \\d+ settings? changed$`)),
  });
});

it("doctor does not warn that lessons reach nobody while it is chance that holds them out", async () => {
  const ws = await openInTemp();
  await ws.record(outcome({}));
  expect(await checkOf(ws, "loop")).toMatchObject({ state: "warning" });
  const draw = { lesson: "failure-1", shown: false, probability: 0.8, moment: "start" };
  const data = { session: "s-1", cause: "task", draws: [{ ...draw, failed: true, worked: false }] };
  await seed(ws, [{ type: "trial-session-ended", data: data as EventData<"trial-session-ended"> }]);
  expect(await checkOf(ws, "loop")).toMatchObject({
    state: "ok",
    detail: expect.stringMatching(/chance held lessons out of 1 session, to compare$/),
  });
});

describe("doctor, on backups", () => {
  /** A project with two backups, the newest first. */
  async function backedUp() {
    const { ws, clock } = await openInsights({ set: [] });
    const backups: string[] = [];
    for (const task of ["bd-1", "bd-2"]) {
      await ws.record(outcome({ taskId: task, summary: `what became of ${task}` }));
      backups.unshift((await ws.backUp()).backup ?? "");
      clock.advance(1_000);
    }
    const damage = (file: string, change: (bytes: Buffer) => Buffer) =>
      writeFileSync(file, change(readFileSync(file)));
    return { ws, backups, damage };
  }
  const cut = (bytes: Buffer) => bytes.subarray(0, 20_000);
  /** In the words of an event, where only its sum shows it. */
  const flip = (bytes: Buffer) => {
    const at = bytes.indexOf("what became of");
    return Buffer.concat([bytes.subarray(0, at), Buffer.from("X"), bytes.subarray(at + 1)]);
  };

  it("doctor finds sound backups sound", async () => {
    const { ws, backups } = await backedUp();
    const detail = `2, newest ${backups[0]}, every row checked`;
    expect(await checkOf(ws, "backup")).toEqual({ name: "backup", state: "ok", detail });
  });

  it.each([
    ["cut off", 0, cut],
    ["cut off", 1, cut],
    ["changed in one byte", 0, flip],
    ["changed in one byte", 1, flip],
  ])("doctor names a backup that is %s, and what to do about it (%i)", async (_how, index, change) => {
    const { ws, backups, damage } = await backedUp();
    const file = backups[index] ?? "";
    damage(file, change);
    expect(await checkOf(ws, "backup")).toMatchObject({
      state: "problem",
      detail: expect.stringMatching(/^1 of 2 damaged; /),
      next: `delete ${file}, then run 'whetstone doctor --backup'`,
    });
    await expect(ws.restore({ file })).rejects.toMatchObject({ code: "corrupt" });
    rmSync(file);
    expect(await problemsOf(ws)).toEqual([]);
  });

  it.each([0, 1])("a quick doctor notices that backup %i is cut off", async (index) => {
    const { ws, backups, damage } = await backedUp();
    damage(backups[index] ?? "", cut);
    const { checks } = await ws.doctor({ quick: true });
    expect(checks.find(({ name }) => name === "backup")).toMatchObject({ state: "problem" });
  });

  it("doctor offers the newest sound backup for a damaged store", async () => {
    const { ws, backups, damage } = await backedUp();
    const location = (await ws.status()).store.location ?? "";
    await ws.close();
    damage(location, (bytes) => bytes.subarray(0, 10_000));
    damage(backups[0] ?? "", cut);
    const { ws: again } = await openInsights({ root: ws.folder, set: [] });
    const store = await checkOf(again, "store");
    expect(store?.next).toContain(
      `the newest backup that is sound: 'whetstone doctor --restore "${backups[1]}"`,
    );
  });
});

it("doctor says to update Whetstone for a store that a newer version made, and not to go back", async () => {
  const ws = await openInTemp();
  await ws.record(outcome());
  await ws.backUp();
  const location = (await ws.status()).store.location ?? "";
  await ws.close();
  const backups = join(dirname(location), "backups");
  for (const file of [location, join(backups, readdirSync(backups)[0] ?? "")]) {
    const bytes = readFileSync(file);
    bytes.writeUInt32BE(999, 60);
    writeFileSync(file, bytes);
  }
  const again = await openInTemp({ root: ws.folder });
  expect(await checkOf(again, "store")).toMatchObject({
    state: "problem",
    detail: expect.stringContaining("has schema 999"),
    next: "update Whetstone",
  });
  expect(await checkOf(again, "backup")).toMatchObject({ state: "ok" });
});

describe("doctor, on the data folder", () => {
  it("doctor names a file that is in the place of the data folder, and its advice helps", async () => {
    const folder = tempFolder();
    const data = join(folder, "data");
    writeFileSync(data, "in the way");
    const env = { HOME: folder, WHETSTONE_DATA_DIR: data };
    const ws = await openInTemp({ root: folder, env });
    expect(await checkOf(ws, "data folder")).toEqual({
      name: "data folder",
      state: "problem",
      detail: `${data} is a file, and a folder has to be there; nothing can be recorded`,
      next: "move it away, or set store.folder or WHETSTONE_DATA_DIR to a folder you can write",
    });
    await ws.close();
    renameSync(data, join(folder, "moved away"));
    const again = await openInTemp({ root: folder, env });
    await again.record(outcome());
    expect(await checkOf(again, "data folder")).toMatchObject({ state: "ok" });
  });

  it("doctor names a database file that cannot be written", async () => {
    const ws = await openInTemp();
    await ws.record(outcome());
    const { location } = (await ws.status()).store;
    await ws.close();
    mkdirSync(`${location}-wal`);
    const again = await openInTemp({ root: ws.folder });
    expect(await checkOf(again, "data folder")).toMatchObject({
      state: "problem",
      detail: expect.stringContaining("store.db-wal is in the way"),
    });
    rmdirSync(`${location}-wal`);
    expect(await checkOf(again, "data folder")).toMatchObject({ state: "ok" });
  });

  it.each([
    ["losses", "lost", "2026-01-01.jsonl"],
    ["agents", "heard", "codex"],
  ])("doctor reports a problem for %s when no loss can be noted there", async (name, folder, file) => {
    const ws = await openInTemp();
    await ws.record(outcome());
    const notes = join(dirname((await ws.status()).store.location ?? ""), folder);
    writeFileSync(notes, "in the way");
    const inTheWay = (path: string) => ({ state: "problem", detail: `${path} is in the way` });
    expect(await checkOf(ws, name)).toMatchObject(inTheWay(notes));
    rmSync(notes);
    mkdirSync(join(notes, file), { recursive: true });
    expect(await checkOf(ws, name)).toMatchObject(inTheWay(join(notes, file)));
    rmdirSync(join(notes, file));
    expect((await checkOf(ws, name))?.state ?? "ok").toBe("ok");
    expect(readdirSync(notes)).toEqual([]);
  });

  it("doctor leaves no file behind, and creates none when there is no store", async () => {
    const ws = await openInTemp();
    await ws.doctor();
    expect(readdirSync(ws.folder)).toEqual([]);
    await ws.record(outcome());
    await ws.doctor();
    const folder = dirname((await ws.status()).store.location ?? "");
    expect(readdirSync(folder).filter((name) => !name.startsWith("store.db"))).toEqual([]);
  });
});

describe("doctor, on the clock", () => {
  const hourMs = 3_600_000;

  it("doctor finds no problem when time has passed", async () => {
    const { ws, clock } = await openInsights();
    for (let n = 0; n < 3; n += 1) {
      await ws.record(outcome());
      clock.advance(hourMs);
    }
    expect(await checkOf(ws, "clock")).toMatchObject({ state: "ok" });
  });

  it("doctor finds no problem with events of the past that were recorded late", async () => {
    const { ws } = await openInsights();
    await ws.record(outcome({ at: "2025-01-01T00:00:00.000Z" }));
    await ws.record(outcome());
    await ws.record(outcome({ at: "2025-06-01T00:00:00.000Z" }));
    expect(await checkOf(ws, "clock")).toMatchObject({ state: "ok" });
  });

  it("doctor reports that the clock is behind the log until it has caught up", async () => {
    const first = await openInsights({ set: [] });
    first.clock.advance(48 * hourMs);
    await first.ws.record(outcome());
    await first.ws.close();
    const { ws, clock } = await openInsights({ root: first.ws.folder, set: [] });
    const check = await checkOf(ws, "clock");
    expect(check).toMatchObject({ state: "warning", next: expect.stringContaining("set the clock right") });
    expect(check?.detail).toBe(
      "it is 2026-03-01T00:00:00.000Z, but 1 event from event 1 on were written up to 2026-03-03T00:00:00.000Z: the clock was ahead then, or is behind now",
    );
    clock.advance(48 * hourMs);
    expect(await checkOf(ws, "clock")).toMatchObject({ state: "ok" });
  });

  it("doctor names the event at which the clock went back", async () => {
    const first = await openInsights({ set: [] });
    first.clock.advance(2 * hourMs);
    await first.ws.record(outcome());
    await first.ws.close();
    const { ws, clock } = await openInsights({ root: first.ws.folder, set: [] });
    await ws.record(outcome());
    clock.advance(3 * hourMs);
    const check = await checkOf(ws, "clock");
    expect(check).toMatchObject({ state: "warning" });
    expect(check?.detail).toContain(
      "event 2 was written at 2026-03-01T00:00:00.000Z, before the one ahead of it in the log",
    );
  });
});

describe("doctor, on what becomes of insights", () => {
  const open = async () => (await openInsights({ set: ["store.kind=memory"] })).ws;

  it("doctor reports that nothing was recorded yet", async () => {
    const ws = await open();
    await ws.record(outcome());
    expect(await checkOf(ws, "insights")).toEqual({
      name: "insights",
      state: "ok",
      detail: "no deliberation recorded yet",
    });
  });

  it("doctor warns when the newest runs brought no insight", async () => {
    const ws = await open();
    for (const n of [1, 2, 3]) await ws.deliberate({ role: "judge", text: "Done.", run: `r-${n}` });
    const check = await checkOf(ws, "insights");
    expect(check).toMatchObject({ state: "warning", next: expect.stringContaining("Accumulated Patterns") });
    expect(check?.detail).toMatch(
      /^nothing was captured in the newest 3 runs; 0 insights from 3 deliberations/,
    );
  });

  it("doctor asks people whose agents have hooks to call nothing", async () => {
    const ws = await open();
    ws.noteCall("claude-code");
    await ws.record(outcome({ run: "r-0" }));
    await ws.deliberate({ role: "judge", text: "Done.", run: "r-1" });
    const advice = async () => {
      const { checks } = await ws.doctor();
      return checks.filter(({ name }) => name === "loop" || name === "insights").map(({ next }) => next);
    };
    expect(await advice()).toEqual([
      "start a new session of the agent, and see with 'whetstone shown' what it was given",
      "end the role's answer with a section 'Accumulated Patterns': the hooks read it",
    ]);
    await ws.deliberate({ role: "judge", run: "r-2", text: patterns(...texts) });
    expect((await advice()).at(1)).toBe(
      "run the role as a sub-agent of its name: the hooks brief it when it begins",
    );
  });

  it("doctor warns when briefs show nothing", async () => {
    const ws = await open();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(...texts) });
    for (const n of [2, 3]) await ws.brief({ role: "coder", run: `r-${n}` });
    const check = await checkOf(ws, "insights");
    expect(check?.state).toBe("warning");
    expect(check?.detail).toContain("nothing was shown in the newest 3 runs, and 2 briefs asked for so far");
  });

  it("doctor uses the singular for one", async () => {
    const ws = await open();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns("Retries overload the queue server") });
    await ws.brief({ role: "judge", run: "r-1" });
    expect(await checkOf(ws, "insights")).toEqual({
      name: "insights",
      state: "ok",
      detail: "1 insight from 1 deliberation; 1 of the newest 1 runs produced one, 1 were shown a lesson",
    });
  });

  it("doctor warns when the newest runs were shown nothing, although earlier runs were", async () => {
    const ws = await open();
    await ws.deliberate({ role: "judge", run: "r-0", text: patterns(...texts) });
    await ws.brief({ role: "judge", run: "r-1" });
    for (let n = 2; n <= 20; n += 1) await ws.record(outcome({ run: `r-${n}` }));
    expect(await checkOf(ws, "insights")).toMatchObject({
      state: "warning",
      detail: expect.stringContaining("captured"),
    });
    await ws.deliberate({
      role: "coder",
      run: "r-20",
      text: patterns("Slow starts are caused by cold caches"),
    });
    expect(await checkOf(ws, "insights")).toMatchObject({ state: "ok" });
    await ws.record(outcome({ run: "r-21" }));
    expect(await ws.status()).toMatchObject({ shown: { runs: 20, withLessons: 0, exposures: 2 } });
    const check = await checkOf(ws, "insights");
    expect(check).toMatchObject({
      state: "warning",
      next: expect.stringContaining("whetstone brief --role ROLE"),
    });
    expect(check?.detail).toBe(
      "nothing was shown in the newest 20 runs, and 1 brief asked for so far; 3 insights from 2 deliberations; 1 of the newest 20 runs produced one, 0 were shown a lesson",
    );
    await ws.brief({ role: "judge", run: "r-22" });
    expect(await checkOf(ws, "insights")).toMatchObject({ state: "ok" });
  });

  it("doctor warns when no brief was ever requested, and does not report a problem", async () => {
    const ws = await open();
    await ws.deliberate({ role: "judge", run: "r-1", text: patterns(...texts) });
    expect(await ws.doctor()).toMatchObject({ healthy: true });
    const check = await checkOf(ws, "insights");
    expect(check?.state).toBe("warning");
    expect(check?.detail).toContain("nothing was shown in the newest 1 run, and 0 briefs asked for so far");
  });
});
