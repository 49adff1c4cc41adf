import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteIn } from "../../../../tests/support/sqlite.js";
import { project, recordedEvent } from "../../../../tests/support/store-steps.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import { storeContract } from "../store.contract.js";
import { loadDriver } from "./driver.js";
import { migrations } from "./migrations/index.js";
import type { SqliteStore } from "./sqlite-store.js";

const open = await loadDriver();

storeContract({
  name: "SQLite",
  open: async () => sqliteIn(tempFolder()),
  again: async (store) => sqliteIn(dirname(store.location ?? "")),
});

const addEvent = (store: SqliteStore, seq: number) =>
  store.write(project, (tx) => tx.append(recordedEvent(seq)));
const headOf = (store: SqliteStore) => store.read(project, (tx) => tx.head());

describe("a SQLite store", () => {
  it("reading creates no file", async () => {
    const folder = tempFolder();
    const store = sqliteIn(join(folder, "not-yet"));
    expect(await headOf(store)).toBe(0);
    await store.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("the log is append-only even for someone with a SQL shell", async () => {
    const store = sqliteIn(tempFolder());
    await addEvent(store, 1);
    await store.close();
    const database = open(store.location, "write");
    expect(() => database.exec("DELETE FROM events")).toThrow("append-only");
    expect(() => database.exec("UPDATE events SET actor = 'someone else'")).toThrow("append-only");
    database.close();
  });

  it("a write fails with busy, and not with the driver's error, when the lock is never free", async () => {
    const folder = tempFolder();
    const store = sqliteIn(folder, { busyWaitMs: 60 });
    await addEvent(store, 1);
    const holder = open(store.location, "write");
    holder.exec("BEGIN IMMEDIATE");
    await expect(addEvent(store, 2)).rejects.toMatchObject({ code: "busy" });
    expect(await headOf(store)).toBe(1);
    holder.exec("ROLLBACK");
    await addEvent(store, 2);
    expect(await headOf(store)).toBe(2);
    holder.close();
    await store.close();
  });

  it("a write waits for its turn without blocking the process", async () => {
    const store = sqliteIn(tempFolder());
    await addEvent(store, 1);
    const holder = open(store.location, "write");
    holder.exec("BEGIN IMMEDIATE");
    const order: string[] = [];
    const waiting = addEvent(store, 2).then(() => order.push("written"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    order.push("other work");
    holder.exec("COMMIT");
    await waiting;
    expect(order).toEqual(["other work", "written"]);
    holder.close();
    await store.close();
  });
});

describe("migrations", () => {
  it.each(migrations.map((migration, index) => [migration.name, index] as const))(
    "migration %s leaves the schema of its snapshot",
    async (name, index) => {
      const database = open(":memory:", "create");
      for (const { sql } of migrations.slice(0, index + 1)) database.exec(sql);
      const schema = database
        .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
        .all()
        .map((row) => (row as { readonly sql: string }).sql);
      await expect(`${schema.join(";\n\n")};\n`).toMatchFileSnapshot(`migrations/${name}.snapshot.sql`);
    },
  );

  it("migrations are numbered without a gap", () => {
    expect(migrations.map((each) => each.version)).toEqual(migrations.map((_, index) => index + 100));
  });

  const newest = migrations.at(-1)?.version ?? 0;
  const next = { version: newest + 1, name: "next", sql: "CREATE TABLE later (n INTEGER) STRICT" };
  const after = {
    version: newest + 2,
    name: "after",
    sql: "ALTER TABLE later ADD COLUMN m INTEGER",
  };

  it("migrations bring an old database up, after a backup that still opens", async () => {
    const folder = tempFolder();
    const old = sqliteIn(folder);
    await addEvent(old, 1);
    await old.close();
    const store = sqliteIn(folder, { migrations: [...migrations, next, after] });
    expect(await headOf(store)).toBe(1);
    await store.close();
    const database = open(store.location, "write");
    expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: after.version });
    expect(database.prepare("SELECT name FROM pragma_table_info('later')").all()).toEqual([
      { name: "n" },
      { name: "m" },
    ]);
    database.close();
    const [backup] = readdirSync(join(folder, "backups"));
    expect(backup).toMatch(new RegExp(`-schema-${newest}\\.db$`));
    const fromBackup = sqliteIn(folder, { file: join(folder, "backups", backup ?? "") });
    expect(await headOf(fromBackup)).toBe(1);
    await fromBackup.close();
  });

  it("migrations that fail leave the database as it was", async () => {
    const folder = tempFolder();
    const old = sqliteIn(folder);
    await addEvent(old, 1);
    await old.close();
    const broken = { version: next.version + 1, name: "broken", sql: "CREATE TABLE later (n)" };
    await expect(headOf(sqliteIn(folder, { migrations: [...migrations, next, broken] }))).rejects.toThrow(
      "already exists",
    );
    const store = sqliteIn(folder);
    expect(await headOf(store)).toBe(1);
    await store.close();
  });

  it("migrations of a newer program make an older one refuse, before and after it opened the file", async () => {
    const folder = tempFolder();
    const older = sqliteIn(folder);
    await addEvent(older, 1);
    const newer = sqliteIn(folder, { migrations: [...migrations, next] });
    expect(await headOf(newer)).toBe(1);
    await expect(addEvent(older, 2)).rejects.toMatchObject({ code: "newer_format" });
    await older.close();
    await newer.close();
    const bytes = readFileSync(newer.location);
    await expect(headOf(sqliteIn(folder))).rejects.toMatchObject({
      code: "newer_format",
      next: "update Whetstone",
    });
    expect(readFileSync(newer.location).equals(bytes)).toBe(true);
  });
});

describe("damage", () => {
  async function damagedCopy(
    damage: (bytes: Buffer) => Buffer,
  ): Promise<{ store: SqliteStore; bytes: Buffer }> {
    const folder = tempFolder();
    const store = sqliteIn(folder);
    for (let seq = 1; seq <= 60; seq += 1) await addEvent(store, seq);
    await store.close();
    const bytes = damage(readFileSync(store.location));
    writeFileSync(store.location, bytes);
    return { store: sqliteIn(folder), bytes };
  }

  it.each([
    ["cut in half", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ["cut in the header", (bytes: Buffer) => bytes.subarray(0, 50)],
    ["empty", () => Buffer.alloc(0)],
    [
      "something else",
      () => Buffer.from("this is a text of another kind, long enough to fill a header. ".repeat(5)),
    ],
  ])("a file that is %s is refused and left untouched", async (_what, damage) => {
    const { store, bytes } = await damagedCopy(damage);
    await expect(headOf(store)).rejects.toMatchObject({
      code: "corrupt",
      next: expect.stringContaining("doctor"),
    });
    await expect(addEvent(store, 61)).rejects.toMatchObject({ code: "corrupt" });
    expect((await store.inspect()).problems).not.toEqual([]);
    await store.close();
    expect(readFileSync(store.location).equals(bytes)).toBe(true);
    expect(existsSync(`${store.location}-wal`)).toBe(false);
  });

  it("another program's database is refused", async () => {
    const folder = tempFolder();
    const other = open(join(folder, "store.db"), "create");
    other.exec("CREATE TABLE mine (n)");
    other.close();
    await expect(addEvent(sqliteIn(folder), 1)).rejects.toThrow("not one of Whetstone's");
  });

  it("one flipped bit never changes what is read of the log, and whatever else it changes is found", async () => {
    const folder = tempFolder();
    const store = sqliteIn(folder);
    for (let seq = 1; seq <= 90; seq += 1) {
      await store.write(project, async (tx) => {
        await tx.append(recordedEvent(seq, { key: `k${seq}` }));
        await tx.putRows([{ view: "v", key: `row ${seq % 7}`, row: { seq } }]);
        await tx.setMarks({ v: { fingerprint: "1", position: seq } });
      });
    }
    const log = (from: SqliteStore) =>
      from.read(project, async (tx) => [await tx.eventsAfter(0, 100), await tx.head()]);
    const views = (from: SqliteStore) =>
      from.read(project, async (tx) => [await tx.listRows("v", { limit: 100 }), await tx.marks()]);
    const truth = { log: await log(store), views: await views(store) };
    await store.close();
    const sound = readFileSync(store.location);
    const found = { harmless: 0, reported: 0 };
    for (let n = 0; n < 300; n += 1) {
      const bytes = Buffer.from(sound);
      const bit = (n * 7_919 * 13 + n) % (bytes.length * 8);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      for (const part of ["", "-wal", "-shm"]) rmSync(`${store.location}${part}`, { force: true });
      writeFileSync(store.location, bytes);
      const flipped = sqliteIn(folder);
      const { problems } = await flipped.inspect();
      for (const read of ["views", "log"] as const) {
        const outcome = await (read === "log" ? log : views)(flipped).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(["corrupt", "newer_format", "older_format"], `bit ${bit}: ${outcome}`).toContain(
            (outcome as { code?: string }).code,
          );
          expect(problems, `bit ${bit}`).not.toEqual([]);
        } else if (read === "log" || problems.length === 0) {
          expect(outcome, `bit ${bit}`).toEqual(truth[read]);
        }
      }
      await flipped.close();
      if (problems.length === 0) found.harmless += 1;
      else found.reported += 1;
    }
    expect(found.reported).toBeGreaterThan(80);
    expect(found.harmless).toBeGreaterThan(10);
  });

  it("an event of no log is found", async () => {
    const folder = tempFolder();
    const store = sqliteIn(folder);
    await addEvent(store, 1);
    await store.close();
    const database = open(store.location, "write");
    database.exec("UPDATE logs SET number = 7");
    database.close();
    expect((await sqliteIn(folder).inspect()).problems).toContain("1 events belong to no log");
  });

  it("a quick look finds damage at the end of the log, and leaves what lies further back to the whole one", async () => {
    const folder = tempFolder();
    const store = sqliteIn(folder);
    await store.write(project, async (tx) => {
      for (let seq = 1; seq <= 1_200; seq += 1) await tx.append(recordedEvent(seq));
    });
    await store.close();
    const looks = async (blanked: number) => {
      const database = open(store.location, "write");
      database.exec(`UPDATE events SET sum = 1 WHERE address & 4294967295 = ${blanked}`);
      database.close();
      const again = sqliteIn(folder);
      return {
        quick: (await again.inspect({ quick: true })).problems,
        all: (await again.inspect()).problems,
      };
    };
    const early = await looks(7);
    expect(early.quick).toEqual([]);
    expect(early.all).toEqual([expect.stringContaining("event 7 does not match")]);
    expect((await looks(1_199)).quick).toEqual([expect.stringContaining("event 1199 does not match")]);
  });

  it("a restore keeps the damaged file aside and takes a sound backup only", async () => {
    const folder = tempFolder();
    const store = sqliteIn(folder);
    await addEvent(store, 1);
    const backup = (await store.backUp()) ?? "";
    await addEvent(store, 2);
    await store.close();
    writeFileSync(store.location, readFileSync(store.location).subarray(0, 5_000));
    const again = sqliteIn(folder);
    await expect(headOf(again)).rejects.toMatchObject({ code: "corrupt" });
    const bad = join(folder, "bad.db");
    writeFileSync(bad, readFileSync(backup).subarray(0, 5_000));
    await expect(again.restore(project, bad)).rejects.toThrow("cannot be used");
    await expect(again.restore("another", backup)).rejects.toThrow("no log of the project 'another'");
    const aside = await again.restore(project, backup);
    expect(aside.length).toBeGreaterThan(0);
    expect(aside.every((file) => existsSync(file))).toBe(true);
    expect(await headOf(again)).toBe(1);
    await addEvent(again, 2);
    await again.close();
  });
});
