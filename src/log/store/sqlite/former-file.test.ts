import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formerDatabase } from "../../../../tests/support/former-database.js";
import { sqliteIn } from "../../../../tests/support/sqlite.js";
import { project, recordedEvent } from "../../../../tests/support/store-steps.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";

it("no log is begun beside a database of a build before the first release, which is left as it is", async () => {
  const folder = tempFolder();
  const former = await formerDatabase(folder);
  const bytes = readFileSync(former);
  const store = sqliteIn(folder);
  const refusal = {
    code: "older_format",
    message: expect.stringContaining(former),
    next: expect.stringContaining(`node scripts/from-0.1.0.mjs ${former}`),
  };
  await expect(store.read(project, (tx) => tx.head())).rejects.toMatchObject(refusal);
  await expect(store.write(project, (tx) => tx.append(recordedEvent(1)))).rejects.toMatchObject(refusal);
  await expect(store.backUp()).rejects.toMatchObject(refusal);
  expect(await store.inspect()).toMatchObject({
    exists: true,
    problems: [expect.stringContaining("before the first release")],
    otherFormat: refusal.next,
  });
  expect(readdirSync(folder)).toEqual(["whetstone.db"]);
  expect(readFileSync(former).equals(bytes)).toBe(true);
  // The same handle goes on once the file was turned or moved away.
  renameSync(former, `${former}.old`);
  await store.write(project, (tx) => tx.append(recordedEvent(1)));
  expect(await store.read(project, (tx) => tx.head())).toBe(1);
  await store.close();
});

it("a former database beside one of today is no fault, and a former backup is not a damaged one", async () => {
  const folder = tempFolder();
  const store = sqliteIn(folder);
  await store.write(project, (tx) => tx.append(recordedEvent(1)));
  await store.backUp();
  await formerDatabase(folder);
  await formerDatabase(join(folder, "backups"), [], "2025-former.db");
  expect(await store.read(project, (tx) => tx.head())).toBe(1);
  const { problems, damagedBackups, backups } = await store.inspect();
  expect([problems, damagedBackups, backups.length]).toEqual([[], [], 2]);
  await store.close();
});

it("a former database under the name of one of today is refused", async () => {
  const folder = tempFolder();
  await formerDatabase(folder, [], "store.db");
  const store = sqliteIn(folder);
  await expect(store.read(project, (tx) => tx.head())).rejects.toMatchObject({ code: "older_format" });
  await expect(store.restore(project, join(folder, "store.db"))).rejects.toThrow("before the first release");
});

const weight = { priority: "high", enforcement: "enforce" };
it.each([
  ["nothing", [], false],
  ["a rule that warns", [["lesson-proposed", { ...weight, enforcement: "warn" }]], false],
  ["an enforced rule", [["lesson-proposed", weight]], true],
  ["a rule that a person set", [["directive-set", { to: weight }]], true],
  ["a rule that escalated", [["directive-escalated", {}]], true],
  ["a limit of a person", [["policy-set", {}]], true],
  ["a learned limit", [["policy-tightened", {}]], true],
] as const)(
  "a former database with %s says whether anything may be in force",
  async (_what, events, inForce) => {
    const folder = tempFolder();
    await formerDatabase(folder, events);
    const refused = await sqliteIn(folder)
      .read(project, (tx) => tx.head())
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "older_format", values: { inForce } });
  },
);

it("a former database that cannot be read may hold anything", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "whetstone.db"), "x".repeat(5_000));
  const refused = await sqliteIn(folder)
    .read(project, (tx) => tx.head())
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "older_format", values: { inForce: true } });
});
