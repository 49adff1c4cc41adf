import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import { loadDriver } from "./driver.js";
import { isBusy, translateError } from "./translate-error.js";

const open = await loadDriver();

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("the call was expected to fail");
}

describe("the SQLite driver", () => {
  it("every storable text comes back as it was bound, and in the order of its bytes", () => {
    const database = open(":memory:", "create");
    database.exec("CREATE TABLE texts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID");
    const put = database.prepare("INSERT INTO texts VALUES (?, ?)");
    const read = database.prepare("SELECT value FROM texts WHERE key = ?");
    const after = database.prepare("SELECT key FROM texts WHERE key > ? ORDER BY key");
    const text = fc.string({
      unit: fc.constantFrom("\u0001", "a", "é", "\ud83d\ude80", "'", "?", "@"),
    });
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 8 }), (keys) => {
        database.exec("DELETE FROM texts");
        for (const key of keys) put.run(key, `${key}\t${key}`);
        for (const key of keys) expect(read.get(key)).toEqual({ value: `${key}\t${key}` });
        const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const [first = "", ...rest] = sorted;
        expect(after.all(first)).toEqual(keys.length === 0 ? [] : rest.map((key) => ({ key })));
      }),
    );
    database.close();
  });

  it("integers beyond 32 bits keep their value", () => {
    const database = open(":memory:", "create");
    database.exec("CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT");
    const numbers = [-1, 0, 2 ** 31, 2 ** 32 - 1, 7 * 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
    for (const n of numbers) database.prepare("INSERT INTO numbers VALUES (?)").run(n);
    expect(database.prepare("SELECT n FROM numbers ORDER BY n").all()).toEqual(numbers.map((n) => ({ n })));
    expect(database.prepare("SELECT typeof(max(n)) AS type FROM numbers").get()).toEqual({ type: "integer" });
    database.close();
  });

  it("close ends the statements too, so that no file of the write-ahead log stays behind", () => {
    const folder = tempFolder();
    const database = open(join(folder, "a.db"), "create");
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("CREATE TABLE t (a TEXT)");
    const statement = database.prepare("SELECT a FROM t");
    expect(statement.all()).toEqual([]);
    database.close();
    database.close();
    expect(readdirSync(folder)).toEqual(["a.db"]);
  });

  it("a file that must exist is not created, whatever characters its path holds", () => {
    const folder = tempFolder();
    const file = join(folder, "50% of #1?mode=rwc & ä.db");
    const missing = thrownBy(() => open(file, "write"));
    expect(translateError(missing, file)).toMatchObject({ code: "not_writable" });
    expect(readdirSync(folder)).toEqual([]);
    const made = open(file, "create");
    made.exec("CREATE TABLE t (a TEXT)");
    made.close();
    const opened = open(file, "read");
    expect(opened.prepare("SELECT count(*) AS rows FROM t").get()).toEqual({ rows: 0 });
    expect(
      translateError(
        thrownBy(() => opened.exec("DROP TABLE t")),
        file,
      ),
    ).toMatchObject({
      code: "not_writable",
    });
    opened.close();
  });

  it("a lock that another connection holds is reported as busy by every kind of call", () => {
    const file = join(tempFolder(), "a.db");
    const holder = open(file, "create");
    holder.exec("CREATE TABLE t (a TEXT); BEGIN EXCLUSIVE");
    const other = open(file, "write");
    const calls = [
      () => other.exec("BEGIN IMMEDIATE"),
      () => other.prepare("BEGIN IMMEDIATE").run(),
      () => other.prepare("SELECT a FROM t").get(),
      () => other.prepare("SELECT a FROM t").all(),
      () => other.prepare("PRAGMA user_version").get(),
    ];
    expect(calls.map((call) => isBusy(thrownBy(call)))).toEqual(calls.map(() => true));
    holder.exec("ROLLBACK");
    holder.close();
    other.close();
  });
});
