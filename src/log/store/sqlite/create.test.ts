import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import { createDatabase } from "./create.js";
import { type Database, loadDriver, type OpenDatabase } from "./driver.js";
import { migrations } from "./migrations/index.js";

/** A driver that writes down every statement it runs, and whether a transaction was open. */
async function listeningDriver() {
  const open = await loadDriver();
  const ran: { readonly sql: string; readonly inTransaction: boolean }[] = [];
  const listening: OpenDatabase = (file, mode) => {
    const database = open(file, mode);
    const exec = (sql: string) => {
      ran.push({ sql, inTransaction: database.inTransaction });
      database.exec(sql);
    };
    const close = () => database.close();
    const prepare: Database["prepare"] = (sql) => database.prepare(sql);
    return { exec, close, prepare, inTransaction: false };
  };
  return { open: listening, ran };
}

it("a new database is made in one transaction, without a sync of SQLite's own", async () => {
  const file = join(tempFolder(), "store.db");
  const { open, ran } = await listeningDriver();
  createDatabase(open, file, "draft", migrations);
  const outside = ran.filter(({ inTransaction }) => !inTransaction).map(({ sql }) => sql);
  expect(outside).toEqual(["PRAGMA synchronous = OFF", "BEGIN", "PRAGMA journal_mode = WAL"]);
  expect(ran.filter(({ sql }) => sql === "COMMIT")).toHaveLength(1);
});

it("the first of two processes that make a database wins, and neither leaves a draft", async () => {
  const folder = tempFolder();
  const file = join(folder, "store.db");
  const { open } = await listeningDriver();
  createDatabase(open, file, "one", migrations);
  const database = open(file, "write");
  database.exec("CREATE TABLE mine (n)");
  database.close();
  createDatabase(open, file, "two", migrations);
  expect(existsSync(file)).toBe(true);
  expect(readdirSync(folder)).toEqual(["store.db"]);
  const again = open(file, "read");
  expect(again.prepare("SELECT count(*) AS count FROM mine").get()).toEqual({ count: 0 });
  again.close();
});

it("a draft that cannot be finished is removed", async () => {
  const folder = tempFolder();
  const broken = { version: 1, name: "broken", sql: "CREATE TABLE twice (n); CREATE TABLE twice (n)" };
  const { open } = await listeningDriver();
  expect(() => createDatabase(open, join(folder, "store.db"), "draft", [broken])).toThrow("twice");
  expect(readdirSync(folder)).toEqual([]);
});
