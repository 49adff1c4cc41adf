import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { sqliteIn } from "../../../../tests/support/sqlite.js";
import { appendNext, everythingIn, project, recordedEvent } from "../../../../tests/support/store-steps.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import type { SqliteOptions } from "./open-database.js";
import type { SqliteStore } from "./sqlite-store.js";

function opened(folder = tempFolder(), changes: Partial<SqliteOptions> = {}): SqliteStore {
  const store = sqliteIn(folder, changes);
  onTestFinished(() => store.close());
  return store;
}

const again = (store: SqliteStore) => opened(dirname(store.location));
const idsIn = async (store: SqliteStore) => (await everythingIn(store)).events.map(({ id }) => id);

describe("a SQLite store whose files are replaced under it", () => {
  it("a write after the folder was deleted is found by whoever opens the store next", async () => {
    const store = opened();
    await appendNext(store, "before");
    rmSync(dirname(store.location), { recursive: true });
    expect(await idsIn(store)).toEqual([]);
    await appendNext(store, "after");
    await appendNext(store, "later");
    expect(await idsIn(again(store))).toEqual(["after-1", "later-2"]);
    expect(store.replacements).toBe(1);
  });

  it("a handle goes on in the database that another one restored", async () => {
    const store = opened();
    await appendNext(store, "kept");
    const other = again(store);
    const backup = await other.backUp();
    await appendNext(store, "gone");
    const aside = await other.restore(project, backup);
    expect(aside.length).toBeGreaterThan(0);
    await appendNext(store, "after");
    expect(await idsIn(other)).toEqual(["kept-1", "after-2"]);
    expect(await idsIn(again(store))).toEqual(["kept-1", "after-2"]);
    expect([store.replacements, other.replacements]).toEqual([1, 1]);
  });

  it("what others write into a restored database stays when the old handle is closed", async () => {
    const store = opened();
    await appendNext(store, "kept");
    const other = again(store);
    await other.restore(project, await other.backUp());
    await appendNext(other, "new");
    await store.close();
    await appendNext(other, "newer");
    expect(await idsIn(again(store))).toEqual(["kept-1", "new-2", "newer-3"]);
    expect((await other.inspect()).problems).toEqual([]);
  });

  it.each([
    ["deleted", (file: string) => rmSync(file)],
    ["moved away", (file: string) => renameSync(file, `${file}.moved`)],
  ])("a write during which the database is %s is not acknowledged", async (_how, replace) => {
    const store = opened();
    await appendNext(store, "before");
    const write = store.write(project, async (tx) => {
      await tx.append(recordedEvent(2));
      replace(store.location);
      for (const part of ["-wal", "-shm"]) rmSync(`${store.location}${part}`);
    });
    await expect(write).rejects.toMatchObject({ code: "replaced", next: expect.stringContaining("again") });
    await appendNext(store, "after");
    expect(await idsIn(again(store))).toEqual(["after-1"]);
  });

  it("what is in a write-ahead log that somebody deletes is kept", async () => {
    const store = opened();
    await appendNext(store, "before");
    for (const part of ["-wal", "-shm"]) rmSync(`${store.location}${part}`);
    await appendNext(store, "after");
    expect(await idsIn(again(store))).toEqual(["before-1", "after-2"]);
  });

  it("a restore is refused while somebody writes, and then nothing is changed", async () => {
    const store = opened();
    await appendNext(store, "kept");
    const other = opened(dirname(store.location), { busyWaitMs: 30 });
    const backup = await other.backUp();
    await store.write(project, async (tx) => {
      await tx.append(recordedEvent(2));
      await expect(other.restore(project, backup)).rejects.toMatchObject({ code: "busy" });
    });
    expect(await idsIn(again(store))).toEqual(["kept-1", "id-2"]);
    expect(readdirSync(dirname(store.location)).filter((name) => name.includes("aside"))).toEqual([]);
  });

  it("a handle that met damage goes on when somebody restored the store", async () => {
    const store = opened();
    await appendNext(store, "kept");
    const backup = await store.backUp();
    await store.close();
    writeFileSync(store.location, "not a database");
    const damaged = again(store);
    for (let tries = 0; tries < 2; tries += 1)
      await expect(idsIn(damaged)).rejects.toMatchObject({ code: "corrupt" });
    await again(store).restore(project, backup);
    await appendNext(damaged, "after");
    expect(await idsIn(again(store))).toEqual(["kept-1", "after-2"]);
  });
});
