import { dirname } from "node:path";
import { expect, it } from "vitest";
import { Crash, Faults, faultyStore } from "../../../tests/support/faults.js";
import { ledgerOver } from "../../../tests/support/ledger.js";
import { sqliteIn } from "../../../tests/support/sqlite.js";
import { project, recordedEvent } from "../../../tests/support/store-steps.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { projections } from "../../lessons/projections.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { Ledger } from "../../log/store/ledger.js";
import { MemoryStore } from "../../log/store/memory.js";
import { storeContract } from "../../log/store/store.contract.js";
import type { Store } from "../../log/store/store.js";
import { ownViews } from "../../log/store/tail-state.js";
import { SharedProject } from "./shared-project.js";
import { SharedStore } from "./shared-store.js";

async function shared(base: Store): Promise<SharedStore> {
  const store = new SharedStore(base);
  await new SharedProject(store, project).share();
  return store;
}

storeContract({ name: "shared projects in memory", open: () => shared(new MemoryStore()) });

storeContract({
  name: "shared projects in SQLite",
  open: () => shared(sqliteIn(tempFolder())),
  again: async (store) => new SharedStore(sqliteIn(dirname(store.location ?? ""))),
});

const errors = (ledger: Ledger, count: number) =>
  ledger.write(async (writer) => {
    for (let n = 0; n < count; n += 1)
      await writer.append({
        type: "error-recorded",
        data: { errorType: "unknown", message: `number ${n}` },
        actor: "a",
        origin: "agent:a",
        task: `t${n % 2}`,
      });
  });
const error = {
  type: "error-recorded",
  task: "t1",
  data: JSON.stringify({ errorType: "unknown", message: "of another machine" }),
};
const logOf = (ledger: Ledger) => ledger.read((reader) => reader.recordedAfter(0, 99));
const number = (ledger: Ledger, events: readonly RecordedEvent[]) =>
  ledger.foundation?.write(async (writer) => {
    for (const event of events) await writer.appendRecorded({ ...event, seq: (await writer.head()) + 1 });
  });

it("own events that the hub numbers while their rows are folded in part only are folded once", async () => {
  const faults = new Faults();
  const store = await shared(faultyStore(new MemoryStore(), faults));
  const ledger = ledgerOver({ store, project, batchEvents: 1 });
  await errors(ledger, 1);
  await number(ledger, await logOf(ledger));
  for (const folded of [1, 2, 3]) {
    await errors(ledger, 5);
    await new SharedProject(store, project).foldTailAgain();
    const { settled } = await store.read(project, async (tx) => ({
      settled: (await tx.numbering?.())?.settled ?? 0,
    }));
    const reached = async () => (await store.read(project, (tx) => tx.marks())).errors?.position ?? 0;
    for (let calls = 0; (await reached()) < settled + folded; calls += 1) {
      faults.failAfter(calls);
      const folding = ledgerOver({ store, project, batchEvents: 1 }).read((reader) => reader.head());
      await expect(folding).rejects.toBeInstanceOf(Crash);
      faults.never();
    }
    expect(await reached()).toBe(settled + folded);
    await number(ledger, await store.read(project, (tx) => tx.eventsAfter(settled, folded + 1)));
    expect(await ledger.verify()).toEqual([]);
    await number(ledger, (await logOf(ledger)).slice(settled + folded + 1));
  }
});

it("a row that the tail made and removed again stays away when the hub has numbered its making alone", async () => {
  const store = await shared(new MemoryStore());
  await store.write(project, async (tx) => {
    await tx.append(recordedEvent(1));
    await tx.append(recordedEvent(2));
    await tx.putRows([{ view: "v", key: "k", row: { n: 1 } }]);
    await tx.putRows([{ view: "v", key: "k", row: undefined }]);
    await tx.setMarks({ v: { fingerprint: "1", position: 2 } });
  });
  await store.foundation.write(project, async (tx) => {
    await tx.append(recordedEvent(1));
    await tx.putRows([{ view: "v", key: "k", row: { n: 1 } }]);
    await tx.setMarks({ v: { fingerprint: "1", position: 1 } });
  });
  await store.read(project, async (tx) => {
    expect(await tx.head()).toBe(2);
    expect(await tx.getRows([{ view: "v", key: "k" }])).toEqual([undefined]);
    expect(await tx.listRows("v", { limit: 9 })).toEqual([]);
    expect(await tx.countRows("v")).toBe(0);
    expect(await tx.marks()).toEqual({ v: { fingerprint: "1", position: 2 } });
  });
});

it("a text of the hub's log is not blanked here alone", async () => {
  const store = await shared(new MemoryStore());
  await store.foundation.write(project, (tx) => tx.append(recordedEvent(1)));
  await expect(store.write(project, (tx) => tx.blank(1, "{}"))).rejects.toMatchObject({
    code: "not_allowed",
  });
});

it("another setting refolds both layers, also before the hub has numbered anything", async () => {
  const store = await shared(new MemoryStore());
  const ledger = ledgerOver({ store, project });
  await errors(ledger, 3);
  const other = (version: number) =>
    ledgerOver({ store, project, projections: projections.map((each) => ({ ...each, version })) });
  expect(await other(90).verify()).toEqual([]);
  await number(other(90), (await logOf(other(90))).slice(0, 1));
  expect(await other(91).verify()).toEqual([]);
  expect(await other(91).read((reader) => reader.head())).toBe(3);
});

it("a program that does not know a view may take in the hub's events and write, and no event is left out of it", async () => {
  const store = await shared(new MemoryStore());
  const ledger = ledgerOver({ store, project });
  const older = ledgerOver({
    store,
    project,
    projections: projections.filter(({ name }) => name !== "errors"),
  });
  await errors(ledger, 4);
  await number(older, (await logOf(ledger)).slice(0, 2));
  await errors(older, 2);
  expect(await ledger.verify()).toEqual([]);
  await number(older, [recordedEvent(3, { id: "foreign", ...error })]);
  await errors(older, 1);
  expect(await ledger.verify()).toEqual([]);
  await number(older, (await logOf(ledger)).slice(3));
  expect(await ledger.verify()).toEqual([]);
  expect(await ledger.read(async (reader) => (await reader.numbering()).settled)).toBe(8);
});

it("an own event that the hub numbers with other contents is folded as the hub has it", async () => {
  const store = await shared(new MemoryStore());
  const ledger = ledgerOver({ store, project });
  await errors(ledger, 3);
  const [first] = await logOf(ledger);
  await number(ledger, [{ ...(first as RecordedEvent), ...error }]);
  expect(await ledger.verify()).toEqual([]);
  const [taken] = await logOf(ledger);
  expect(taken).toMatchObject({ id: first?.id, data: error.data });
});

it("a rebuild of the hub's rows throws away what the tail made of the old ones", async () => {
  const store = await shared(new MemoryStore());
  const ledger = ledgerOver({ store, project });
  await errors(ledger, 2);
  await number(ledger, (await logOf(ledger)).slice(0, 1));
  const rowsOf = () => store.read(project, (tx) => tx.listRows("errors", { limit: 9 }));
  const right = await rowsOf();
  await store.write(project, (tx) =>
    tx.putRows(right.map(({ key }) => ({ view: "errors", key, row: { wrong: true } }))),
  );
  expect(await rowsOf()).not.toEqual(right);
  await ledger.rebuild();
  expect(await rowsOf()).toEqual(right);
  expect(await ledger.verify()).toEqual([]);
});

it("an event that leaves the tail for the hub's log leaves no trace there, whatever the hub says of it later", async () => {
  const base = new MemoryStore();
  const store = await shared(base);
  const ledger = ledgerOver({ store, project });
  await errors(ledger, 3);
  const [first, second, third] = await logOf(ledger);
  await number(ledger, [second as RecordedEvent]);
  const ids = await base.read(project, (tx) => tx.listRows(ownViews.ids, { limit: 9 }));
  expect(ids.map(({ key }) => key)).toEqual([first?.id, third?.id]);
  const late = { id: second?.id ?? "", reason: "too late", next: "nothing" };
  await new SharedProject(store, project).answered(
    { events: [], through: 0 },
    { refused: [late] },
    "2026-01-02T03:04:05Z",
  );
  expect((await logOf(ledger)).map(({ id }) => id)).toEqual([second?.id, first?.id, third?.id]);
  expect(await ledger.verify()).toEqual([]);
});
