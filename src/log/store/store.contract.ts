import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  appendNext,
  everythingIn,
  fillStore,
  project,
  recordedEvent,
  rejection,
  steps,
} from "../../../tests/support/store-steps.js";
import { uuidV7 } from "../../base/ids.js";
import type { RowChange, Store, WriteTransaction } from "./store.js";

export interface StoreUnderTest {
  readonly name: string;
  /** A handle on a new, empty store. */
  open(): Promise<Store>;
  /**
   * One more handle on the store of another, which may be closed by then. Missing where the adapter says that
   * it cannot be shared.
   */
  readonly again?: (store: Store) => Promise<Store>;
}

const put = (view: string, key: string, row: RowChange["row"]): RowChange => ({ view, key, row });

/** What every adapter of the store port promises, see `store.ts`. */
export function storeContract({ name, open, again }: StoreUnderTest): void {
  describe(`a store of ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const write = <T>(work: (tx: WriteTransaction) => Promise<T>) => store.write(project, work);
    const headNow = () => store.read(project, (tx) => tx.head());

    it("a store reads as empty before its first write", async () => {
      await store.read(project, async (tx) => {
        expect(await tx.head()).toBe(0);
        expect(await tx.eventsAfter(0, 10)).toEqual([]);
        expect(await tx.eventById("id-1")).toBeUndefined();
        expect(await tx.eventByKey("k")).toBeUndefined();
        expect(await tx.marks()).toEqual({});
        expect(await tx.getRows([{ view: "v", key: "k" }])).toEqual([undefined]);
        expect(await tx.listRows("v", { limit: 9 })).toEqual([]);
        expect(await tx.countRows("v")).toBe(0);
        expect(await tx.rejected(9)).toEqual([]);
        expect(await tx.countRejected()).toBe(0);
      });
    });

    it("events come back exactly as they were appended, in order, page by page", async () => {
      const events = [
        recordedEvent(1, { run: "r1", task: "t1", key: "k1" }),
        recordedEvent(2),
        recordedEvent(3, { type: "lesson-exposed", data: '{"odd":"\\u0001 \\ud83d\\ude80","n":1e21}' }),
      ];
      await write(async (tx) => {
        for (const event of events) await tx.append(event);
      });
      await store.read(project, async (tx) => {
        expect(await tx.eventsAfter(0, 10)).toEqual(events);
        expect(await tx.eventsAfter(1, 1)).toEqual([events[1]]);
        expect(await tx.eventsAfter(3, 10)).toEqual([]);
        expect(await tx.head()).toBe(3);
      });
    });

    it("events are found by id and by key", async () => {
      const newId = uuidV7(() => 1_800_000_000_000);
      const ids = [newId(), "no-uuid", newId(), newId()];
      await write(async (tx) => {
        for (const [index, id] of ids.entries())
          await tx.append(recordedEvent(index + 1, { id, ...(index === 0 ? { key: "once" } : {}) }));
      });
      await store.read(project, async (tx) => {
        for (const [index, id] of ids.entries()) expect((await tx.eventById(id))?.seq).toBe(index + 1);
        expect(await tx.eventById(newId())).toBeUndefined();
        expect((await tx.eventByKey("once"))?.seq).toBe(1);
        expect(await tx.eventByKey("never")).toBeUndefined();
      });
    });

    it.each([
      ["a gap", recordedEvent(3)],
      ["a place that is taken", recordedEvent(1, { id: "other" })],
      ["an id that is taken", recordedEvent(2, { id: "id-1" })],
      ["a key that is taken", recordedEvent(2, { key: "taken" })],
      ["another project's event", recordedEvent(2, { project: "other" })],
    ])("a transaction with %s is refused whole", async (_what, event) => {
      await write((tx) => tx.append(recordedEvent(1, { key: "taken" })));
      const refused = write(async (tx) => {
        await tx.putRows([put("v", "k", { n: 1 })]);
        await tx.append(event);
      });
      await expect(refused).rejects.toThrow();
      expect(await headNow()).toBe(1);
      expect(await store.read(project, (tx) => tx.countRows("v"))).toBe(0);
      await write((tx) => tx.append(recordedEvent(2)));
      expect(await headNow()).toBe(2);
    });

    it.each(steps.map((_, index) => index + 1))(
      "a transaction that fails after call %i leaves nothing behind",
      async (count) => {
        await fillStore(store);
        const before = await everythingIn(store);
        const failing = write(async (tx) => {
          for (const step of steps.slice(0, count)) await step(tx);
          throw new Error("stop");
        });
        await expect(failing).rejects.toThrow("stop");
        expect(await everythingIn(store)).toEqual(before);
      },
    );

    it("a transaction that ends leaves everything it did, and no more", async () => {
      await fillStore(store);
      await write(async (tx) => {
        for (const step of steps) await step(tx);
      });
      expect(await everythingIn(store)).toEqual({
        head: 3,
        events: [
          recordedEvent(1, { data: '{"n":"[forgotten]"}' }),
          recordedEvent(2, { key: "k2" }),
          recordedEvent(3),
        ],
        marks: { v: { fingerprint: "2", position: 3 } },
        rows: [[{ key: "kept", row: { n: 9 } }], [], [{ key: "moved", row: { n: 2 } }], []],
        rejected: [rejection("r2", { input: "[forgotten]" })],
      });
    });

    it("a transaction sees its own changes at once", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1, { key: "k" }));
        await tx.putRows([put("v", "a", { n: 1 }), put("v", "b", { n: 2 })]);
        await tx.setMarks({ v: { fingerprint: "1", position: 1 } });
        expect(await tx.head()).toBe(1);
        expect((await tx.eventByKey("k"))?.seq).toBe(1);
        expect((await tx.eventById("id-1"))?.seq).toBe(1);
        expect(await tx.marks()).toEqual({ v: { fingerprint: "1", position: 1 } });
        await tx.putRows([put("v", "a", undefined), put("v", "b", { n: 3 }), put("v", "c", {})]);
        expect(await tx.getRows(["b", "a", "b"].map((key) => ({ view: "v", key })))).toEqual([
          { n: 3 },
          undefined,
          { n: 3 },
        ]);
        expect((await tx.listRows("v", { limit: 9 })).map(({ key }) => key)).toEqual(["b", "c"]);
        expect(await tx.countRows("v")).toBe(2);
        await tx.renameView("v", "w");
        expect(await tx.countRows("v")).toBe(0);
        expect(await tx.getRows([{ view: "w", key: "b" }])).toEqual([{ n: 3 }]);
        await tx.clearView("w");
        expect(await tx.countRows("w")).toBe(0);
      });
    });

    it("many rows are read at once in the order of their keys, whatever is in a key", async () => {
      const keys = ["b", "é", "\ud83d\ude80", "12", "null", 'a"b', "a\\b", "", "a\u0001b", "a\u001fb", "%"];
      await write((tx) =>
        tx.putRows([...keys.map((key, n) => put("v", key, { n })), put("w", "b", { n: "another view" })]),
      );
      const wanted = ["gone", ...keys.toReversed(), "b"].map((key) => ({ view: "v", key }));
      const found = [undefined, ...keys.map((_, n) => ({ n })).toReversed(), { n: 0 }];
      await store.read(project, async (tx) => {
        expect(await tx.getRows(wanted)).toEqual(found);
        expect(await tx.getRows([...wanted, { view: "w", key: "b" }])).toEqual([
          ...found,
          { n: "another view" },
        ]);
        const mixed = wanted.flatMap(({ key }) => [
          { view: "v", key },
          { view: "w", key },
        ]);
        const inBoth = mixed.map(({ view, key }, at) =>
          view === "v" ? found[at / 2] : key === "b" ? { n: "another view" } : undefined,
        );
        expect(await tx.getRows(mixed)).toEqual(inBoth);
      });
    });

    it("the last change of a row within one call is the one that stays", async () => {
      await write((tx) =>
        tx.putRows([put("v", "a", { n: 1 }), put("v", "a", undefined), put("v", "a", { n: 3 })]),
      );
      expect(await store.read(project, (tx) => tx.getRows([{ view: "v", key: "a" }]))).toEqual([{ n: 3 }]);
    });

    it("rows are listed in order of their keys' bytes, page by page, and counted between keys", async () => {
      const keys = ["b", "a", "é", "Z", "\uffee", "\ud83d\ude80", "a/b", "", "a\u0001b", "a\u001fb"];
      await write(async (tx) => {
        await tx.putRows(keys.map((key) => put("v", key, { key })));
        await tx.putRows([put("other", "x", {}), put("v#", "x", {})]);
      });
      const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      await store.read(project, async (tx) => {
        const all = await tx.listRows("v", { limit: 100 });
        expect(all).toEqual(sorted.map((key) => ({ key, row: { key } })));
        const first = await tx.listRows("v", { limit: 3 });
        const rest = await tx.listRows("v", { limit: 100, after: first.at(-1)?.key ?? "" });
        expect([...first, ...rest]).toEqual(all);
        expect(await tx.countRows("v")).toBe(keys.length);
        const [after = "", before = ""] = [sorted[1], sorted.at(-2)];
        expect(await tx.countRows("v", { after, before })).toBe(keys.length - 4);
        expect(await tx.countRows("v", { after: before, before: after })).toBe(0);
      });
    });

    it("whole views are cleared and renamed, again and again", async () => {
      await write(async (tx) => {
        await tx.putRows([put("old", "a", { n: 1 }), put("old", "b", { n: 2 }), put("now", "z", { n: 9 })]);
        await tx.clearView("now");
        await tx.renameView("old", "now");
      });
      await write((tx) => tx.putRows([put("old", "c", { n: 3 })]));
      await write(async (tx) => {
        await tx.clearView("now");
        await tx.renameView("old", "now");
      });
      await store.read(project, async (tx) => {
        expect(await tx.countRows("old")).toBe(0);
        expect(await tx.listRows("now", { limit: 9 })).toEqual([{ key: "c", row: { n: 3 } }]);
      });
    });

    it("the newest rejections are kept, newest first, and one can be blanked", async () => {
      const blanked = { input: "[forgotten]", field: "[forgotten]", reason: "[forgotten]" };
      await write(async (tx) => {
        for (const id of ["r1", "r2", "r3"]) await tx.reject(rejection(id), 2);
        await tx.blankRejection(rejection("r2", blanked));
      });
      await store.read(project, async (tx) => {
        const kept = [rejection("r3"), rejection("r2", blanked)];
        expect(await tx.rejected(10)).toEqual(kept);
        expect(await tx.rejected(1)).toEqual(kept.slice(0, 1));
        expect(await tx.countRejected()).toBe(2);
      });
    });

    it("one project never sees or changes another", async () => {
      const names = ["a", "a'", 'a" OR 1=1 --', "a\u0001b", "A", "ä"];
      const fill = (name: string) =>
        store.write(name, async (tx) => {
          await tx.append(recordedEvent(1, { project: name, key: "k", data: JSON.stringify({ name }) }));
          await tx.putRows([put("v", "same", { name }), put("w", "same", { name })]);
          await tx.setMarks({ v: { fingerprint: name, position: 1 } });
          await tx.reject(rejection("same", { input: name }), 1);
        });
      for (const name of names) await fill(name);
      await store.write("someone else", async (tx) => {
        await tx.clearView("v");
        await tx.putRows([put("w", "same", undefined)]);
        await tx.blankRejection(rejection("same", { input: "changed" }));
      });
      for (const name of names)
        await store.read(name, async (tx) => {
          expect((await tx.eventsAfter(0, 10)).map((event) => JSON.parse(event.data))).toEqual([{ name }]);
          expect((await tx.eventById("id-1"))?.project).toBe(name);
          expect((await tx.eventByKey("k"))?.project).toBe(name);
          expect(await tx.listRows("v", { limit: 10 })).toEqual([{ key: "same", row: { name } }]);
          expect(await tx.countRows("w")).toBe(1);
          expect((await tx.marks()).v?.fingerprint).toBe(name);
          expect((await tx.rejected(10)).map((each) => each.input)).toEqual([name]);
        });
    });

    it("writes that are started together run one after the other", async () => {
      await Promise.all(Array.from({ length: 50 }, () => appendNext(store, "one")));
      const { events, rows } = await everythingIn(store);
      expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      expect(rows[0]).toEqual([{ key: "count", row: { n: 50 } }]);
    });

    it("a caller can change what it gave or got without changing the store", async () => {
      const [row, marks] = [{ list: [1] }, { v: { fingerprint: "1", position: 1 } }];
      await write(async (tx) => {
        await tx.putRows([put("v", "k", row)]);
        await tx.setMarks(marks);
        row.list.push(2);
        Object.assign(marks, { w: { fingerprint: "2", position: 1 } });
      });
      const get = () =>
        store.read(project, async (tx) => ({
          row: (await tx.getRows([{ view: "v", key: "k" }]))[0] as { list: number[] },
          marks: (await tx.marks()) as Record<string, unknown>,
        }));
      const got = await get();
      got.row.list.push(3);
      got.marks.x = 1;
      expect(await get()).toEqual({ row: { list: [1] }, marks: { v: { fingerprint: "1", position: 1 } } });
    });

    it("a store finds nothing wrong with itself", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1));
        await tx.putRows([put("v", "k", { n: 1 })]);
        await tx.setMarks({ v: { fingerprint: "1", position: 1 } });
      });
      expect((await store.inspect()).problems).toEqual([]);
    });

    it("a closed store refuses reads and writes with the code closed", async () => {
      await store.close();
      await expect(headNow()).rejects.toMatchObject({ code: "closed" });
      await expect(write((tx) => tx.append(recordedEvent(1)))).rejects.toMatchObject({ code: "closed" });
      store = await open();
    });

    if (again !== undefined) sharedContract(() => store, again);
  });
}

/** What holds between two handles on one store. */
function sharedContract(current: () => Store, again: (store: Store) => Promise<Store>): void {
  async function twoHandles(): Promise<readonly [Store, Store]> {
    const other = await again(current());
    onTestFinished(() => other.close());
    return [current(), other];
  }

  it("everything is there when a store is closed and opened again", async () => {
    const store = current();
    await fillStore(store);
    const before = await everythingIn(store);
    await store.close();
    const reopened = await again(store);
    onTestFinished(() => reopened.close());
    expect(await everythingIn(reopened)).toEqual(before);
  });

  it("a handle sees at once what another has written, however the marks look", async () => {
    const [one, other] = await twoHandles();
    await fillStore(one);
    for (const [writer, reader, n] of [
      [one, other, 1],
      [other, one, 2],
      [one, other, 3],
    ] as const) {
      await everythingIn(writer);
      await everythingIn(reader);
      // The marks and the head stay the same: only the rows change, as in a rebuild of damaged rows.
      await writer.write(project, async (tx) => {
        await tx.putRows([put("v", "kept", { n }), put("v", `row ${n}`, { n })]);
        await tx.setMarks(await tx.marks());
      });
      for (const handle of [reader, writer])
        await handle.read(project, async (tx) => {
          expect(await tx.getRows([{ view: "v", key: "kept" }])).toEqual([{ n }]);
          expect(await tx.countRows("v")).toBe(1 + n);
        });
    }
  });

  it("a handle goes on from the marks and views that another left", async () => {
    const [one, other] = await twoHandles();
    await fillStore(one);
    await other.write(project, async (tx) => {
      await tx.append(recordedEvent(2));
      await tx.clearView("gone");
      await tx.renameView("old", "gone");
      await tx.setMarks({ ...(await tx.marks()), gone: { fingerprint: "2", position: 2 } });
    });
    await one.write(project, async (tx) => {
      expect(await tx.head()).toBe(2);
      expect(await tx.getRows([{ view: "gone", key: "moved" }])).toEqual([{ n: 2 }]);
      await tx.setMarks({ ...(await tx.marks()), v: { fingerprint: "1", position: 2 } });
    });
    expect(await other.read(project, (tx) => tx.marks())).toEqual({
      v: { fingerprint: "1", position: 2 },
      gone: { fingerprint: "2", position: 2 },
    });
  });

  it("a snapshot does not change while another handle commits", async () => {
    const [one, other] = await twoHandles();
    await fillStore(one);
    await one.read(project, async (tx) => {
      expect(await tx.head()).toBe(1);
      await appendNext(other, "other");
      expect(await tx.head()).toBe(1);
      expect(await tx.eventsAfter(0, 9)).toHaveLength(1);
      expect(await tx.getRows([{ view: "v", key: "count" }])).toEqual([undefined]);
      expect((await tx.marks()).v?.position).toBe(1);
    });
    expect(await one.read(project, (tx) => tx.head())).toBe(2);
  });

  it("nothing of a transaction is seen before it is committed", async () => {
    const [one, other] = await twoHandles();
    await fillStore(one);
    const before = await everythingIn(one);
    await one.write(project, async (tx) => {
      for (const step of steps) {
        await step(tx);
        expect(await everythingIn(other)).toEqual(before);
      }
    });
    expect((await everythingIn(other)).head).toBe(3);
  });

  it("a writer that gets no turn fails with busy and has written nothing", async () => {
    const [one, other] = await twoHandles();
    await fillStore(one);
    await one.write(project, async (tx) => {
      await tx.append(recordedEvent(2));
      const late = other.write(project, (second) => second.append(recordedEvent(2)), { waitMs: 30 });
      await expect(late).rejects.toMatchObject({ code: "busy" });
    });
    expect(await other.read(project, (tx) => tx.head())).toBe(2);
    expect(await appendNext(other, "other")).toBe(3);
  });

  it("writers on two handles take turns and lose nothing", async () => {
    const [one, other] = await twoHandles();
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => appendNext(n % 2 === 0 ? one : other, `handle-${n % 2}`)),
    );
    for (const handle of [one, other]) {
      const { head, rows } = await everythingIn(handle);
      expect(head).toBe(40);
      expect(rows[0]).toEqual([{ key: "count", row: { n: 40 } }]);
    }
  });
}
