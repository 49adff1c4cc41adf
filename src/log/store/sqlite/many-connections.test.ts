import fc from "fast-check";
import { expect, it } from "vitest";
import { sqliteIn } from "../../../../tests/support/sqlite.js";
import { project, recordedEvent } from "../../../../tests/support/store-steps.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import { MemoryStore } from "../memory.js";
import type { ReadTransaction, Store, WriteTransaction } from "../store.js";
import { loadDriver } from "./driver.js";

const open = await loadDriver();
const views = ["v", "w~", "x#"];
const keys = ["a", "é", "\ud83d\ude80", 'tab\t"quoted"\nline', "", "z"];

const view = fc.constantFrom(...views);
const key = fc.constantFrom(...keys);
const change = fc.oneof(
  { weight: 8, arbitrary: fc.record({ put: view, key, size: fc.constantFrom(1, 60, 5_000, 20_000) }) },
  { weight: 3, arbitrary: fc.record({ gone: view, key }) },
  { weight: 1, arbitrary: fc.record({ clear: view }) },
  { weight: 1, arbitrary: fc.record({ mark: view }) },
  { weight: 1, arbitrary: fc.record({ many: view, count: fc.integer({ min: 90, max: 120 }) }) },
);
const transaction = fc.record({
  writer: fc.constantFrom("one", "other", "reopened"),
  events: fc.constantFrom(0, 1, 2, 3, 140),
  changes: fc.array(change, { maxLength: 4 }),
  fails: fc.boolean(),
});
type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

async function apply(tx: WriteTransaction, each: Change, seq: number): Promise<void> {
  if ("put" in each)
    await tx.putRows([{ view: each.put, key: each.key, row: { seq, text: "ü".repeat(each.size) } }]);
  else if ("gone" in each) await tx.putRows([{ view: each.gone, key: each.key, row: undefined }]);
  else if ("clear" in each) await tx.clearView(each.clear);
  else if ("mark" in each)
    await tx.setMarks({ ...(await tx.marks()), [each.mark]: { fingerprint: "1", position: seq } });
  else
    await tx.putRows(
      Array.from({ length: each.count }, (_, n) => ({ view: each.many, key: `n${n}`, row: { seq } })),
    );
}

async function everything(tx: ReadTransaction) {
  const rows = [];
  for (const name of views) {
    const first = await tx.listRows(name, { limit: 2 });
    const rest = await tx.listRows(name, { limit: 1_000, after: first.at(-1)?.key ?? "" });
    const one = await tx.getRows(keys.map((each) => ({ view: name, key: each })));
    rows.push([first, rest, one, await tx.countRows(name)]);
  }
  return { head: await tx.head(), marks: await tx.marks(), rows };
}

it("every connection reads as the obvious store does, whatever was written, undone or emptied before", async () => {
  const histories = fc.array(transaction, { minLength: 5, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const folder = tempFolder();
      const stores = { one: sqliteIn(folder), other: sqliteIn(folder), reopened: sqliteIn(folder) };
      const oracle = new MemoryStore();
      for (const { writer, events, changes, fails } of history) {
        const work = async (tx: WriteTransaction) => {
          for (let n = 0; n < events; n += 1) await tx.append(recordedEvent((await tx.head()) + 1));
          for (const each of changes) await apply(tx, each, await tx.head());
          const inside = await everything(tx);
          if (fails) throw new Error("undone");
          return inside;
        };
        if (writer === "reopened") await stores.reopened.close();
        if (writer === "reopened") stores.reopened = sqliteIn(folder);
        const attempt = (store: Store) => store.write(project, work).catch((error: Error) => error.message);
        expect(await attempt(stores[writer])).toEqual(await attempt(oracle));
        const truth = await oracle.read(project, everything);
        for (const store of Object.values(stores))
          expect(await store.read(project, everything)).toEqual(truth);
      }
      expect((await stores.one.inspect()).problems.filter((each) => !each.includes("never folded"))).toEqual(
        [],
      );
      for (const store of Object.values(stores)) await store.close();
    }),
    { numRuns: 15 },
  );
});

it.each([
  [
    "the last event",
    "DROP TRIGGER events_are_never_deleted; DELETE FROM events WHERE address & 255 = 6",
    "corrupt",
  ],
  [
    "an event before it",
    "DROP TRIGGER events_are_never_deleted; DELETE FROM events WHERE address & 255 = 4",
    "corrupt",
  ],
  ["a letter of the marks", "UPDATE projects SET marks = replace(marks, '1', '2')", "corrupt"],
])("a database notices that %s is missing", async (_what, sql, code) => {
  const folder = tempFolder();
  const store = sqliteIn(folder);
  for (let seq = 1; seq <= 6; seq += 1)
    await store.write(project, async (tx) => {
      await tx.append(recordedEvent(seq));
      await tx.setMarks({ v: { fingerprint: "1", position: seq } });
    });
  await store.close();
  const database = open(store.location, "write");
  database.exec(sql);
  database.close();
  const again = sqliteIn(folder);
  await expect(again.read(project, (tx) => tx.eventsAfter(0, 10))).rejects.toMatchObject({ code });
  await again.close();
});
