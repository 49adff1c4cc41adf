import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { describePostgres } from "../../../tests/support/describe-postgres.js";
import { findPostgres } from "../../../tests/support/postgres-server.js";
import { openShared } from "../../../tests/support/shared-stores.js";
import { appendNext, everythingIn, fillStore, recordedEvent } from "../../../tests/support/store-steps.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { type Migration, migrations } from "./migrations/index.js";
import { PostgresRoster } from "./postgres-roster.js";
import { PostgresStore } from "./postgres-store.js";

const manual = readFileSync(new URL("../../../docs/TEAM.md", import.meta.url), "utf8");

/** The commands under a heading of the manual, by the programs that are installed here. */
function linesUnder(heading: string): readonly string[] {
  const [, section = ""] = manual.split(`## ${heading}\n`);
  return (/```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? "").trim().split("\n");
}

function runInShell(lines: readonly string[], folder: string, url: string): void {
  const env = {
    ...process.env,
    WHETSTONE_STORE_URL: url,
    PATH: `${findPostgres()}${delimiter}${process.env.PATH}`,
  };
  const { status, stderr } = spawnSync("bash", ["-ec", lines.join("\n")], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
}

describePostgres("the manual of teams", (server) => {
  it("backs up every project with its members, and goes back to that over what came since", async () => {
    const [setting = "", dump = "", ...restore] = linesUnder("Backup, restore, upgrade");
    const url = await server().newDatabase();
    const folder = tempFolder();
    const store = await openShared("postgres", url);
    const roster = new PostgresRoster(url);
    await fillStore(store);
    await store.write("other", (tx) => tx.append(recordedEvent(1, { project: "other" })));
    await roster.setRole("ada", "shop", "admin", "2026-01-02T03:04:05.678Z");
    const before = await everythingIn(store);
    runInShell([setting, dump], folder, url);
    await appendNext(store, "since");
    await roster.setRole("bob", "shop", "developer", "2026-01-02T03:04:05.678Z");
    await store.close();
    await roster.close();
    runInShell([setting, ...restore], folder, url);
    const [again, members] = [await openShared("postgres", url), new PostgresRoster(url)];
    onTestFinished(async () => {
      await again.close();
      await members.close();
    });
    expect(await everythingIn(again)).toEqual(before);
    expect(await again.read("other", (tx) => tx.head())).toBe(1);
    expect((await members.membersOf("shop")).map(({ member }) => member)).toEqual(["ada"]);
    expect((await again.inspect()).problems).toEqual([]);
    expect(await appendNext(again, "after")).toBe(before.head + 1);
  });

  it("the first program of a newer version migrates, and older ones refuse the database afterwards", async () => {
    const url = await server().newDatabase();
    const unique = () => crypto.randomUUID();
    const newest = migrations.at(-1)?.version ?? 0;
    const next = { version: newest + 1, name: "next", sql: "CREATE TABLE whetstone.later (n integer)" };
    const open = (...more: readonly Migration[]) =>
      new PostgresStore({ url, busyWaitMs: 600_000, unique, migrations: [...migrations, ...more] });
    const older = open();
    await fillStore(older);
    const before = await everythingIn(older);
    await older.close();
    const [newer, left] = [open(next), open()];
    onTestFinished(async () => {
      await newer.close();
      await left.close();
    });
    expect(await everythingIn(newer)).toEqual(before);
    expect(await appendNext(newer, "newer")).toBe(before.head + 1);
    await expect(everythingIn(left)).rejects.toMatchObject({ code: "newer_format" });
  });
});
