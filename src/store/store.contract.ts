import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RecordedEvent } from "../events/envelope.js";
import { uuidV7 } from "../ids.js";
import type { Soon, Store, WriteTransaction } from "./store.js";

const project = "contract";

export function recordedEvent(seq: number, changes: Partial<RecordedEvent> = {}): RecordedEvent {
  return {
    id: `id-${seq}`,
    project,
    seq,
    type: "outcome-recorded",
    at: "2026-01-02T03:04:05.678Z",
    actor: "tester",
    origin: "human",
    v: 1,
    data: JSON.stringify({ n: seq, text: 'ünï "quoted" \u2028 \ud83d\ude80' }),
    ...changes,
  };
}

/** What every adapter of the store port promises. */
export function storeContract(
  name: string,
  open: () => Promise<Store>,
  reopen?: (store: Store) => Promise<Store>,
): void {
  describe(`${name} keeps the contract of a store`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const write = <T>(work: (tx: WriteTransaction) => Soon<T>) => store.write(project, work);

    it("reads as empty before the first write", async () => {
      expect(await store.read(project, (tx) => tx.head())).toBe(0);
      expect(await store.read(project, (tx) => tx.eventsAfter(0, 10))).toEqual([]);
      expect(await store.read(project, (tx) => tx.marks())).toEqual({});
      expect(await store.read(project, (tx) => tx.row("v", "k"))).toBeUndefined();
      expect(await store.read(project, (tx) => tx.countRejected())).toBe(0);
    });

    it("gives events back exactly as they were appended, in order, by page", async () => {
      const events = [
        recordedEvent(1, { run: "r1", task: "t1", key: "k1" }),
        recordedEvent(2),
        recordedEvent(3, { type: "lesson-exposed", data: '{"odd":"\\u0000 \\ud800","n":1e21}' }),
      ];
      await write(async (tx) => {
        for (const event of events) await tx.append(event);
      });
      expect(await store.read(project, (tx) => tx.eventsAfter(0, 10))).toEqual(events);
      expect(await store.read(project, (tx) => tx.eventsAfter(1, 1))).toEqual([events[1]]);
      expect(await store.read(project, (tx) => tx.head())).toBe(3);
    });

    it("finds events by id and by key", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1, { key: "once" }));
        await tx.append(recordedEvent(2, { type: "lesson-exposed" }));
        await tx.append(recordedEvent(3));
      });
      await store.read(project, async (tx) => {
        expect((await tx.eventById("id-2"))?.seq).toBe(2);
        expect(await tx.eventById("nobody")).toBeUndefined();
        expect((await tx.eventByKey("once"))?.seq).toBe(1);
        expect(await tx.eventByKey("never")).toBeUndefined();
      });
    });

    it("finds an event by its id, whether that names its place, another one or none", async () => {
      const newId = uuidV7(() => 1_800_000_000_000);
      const ids = [newId(1), "no-uuid", newId(1), newId(9), newId(5)];
      await write(async (tx) => {
        for (const [index, id] of ids.entries()) await tx.append(recordedEvent(index + 1, { id }));
      });
      await store.read(project, async (tx) => {
        const seqs = await Promise.all(ids.map(async (id) => (await tx.eventById(id))?.seq));
        expect(seqs).toEqual([1, 2, 3, 4, 5]);
        expect(await tx.eventById(newId(2))).toBeUndefined();
      });
      await expect(write((tx) => tx.append(recordedEvent(6, { id: ids[0] ?? "" })))).rejects.toThrow();
      await expect(write((tx) => tx.append(recordedEvent(6, { id: ids[3] ?? "" })))).rejects.toThrow();
    });

    it("says when a write is there to stay, before the next transaction begins, and not of one that failed", async () => {
      const said: string[] = [];
      const writing = (name: string, work: () => void) =>
        store.write(project, async () => work(), { committed: () => said.push(`${name} committed`) });
      const failing = () => {
        throw new Error("stop");
      };
      const all = [
        writing("first", () => said.push("first")),
        writing("second", failing),
        writing("third", () => said.push("third")),
      ];
      expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
        "fulfilled",
        "rejected",
        "fulfilled",
      ]);
      expect(said).toEqual(["first", "first committed", "third", "third committed"]);
    });

    it.each([
      ["a gap", recordedEvent(3)],
      ["a place that is taken", recordedEvent(1, { id: "other" })],
      ["an id that is taken", recordedEvent(2, { id: "id-1" })],
      ["a key that is taken", recordedEvent(2, { key: "taken" })],
    ])("refuses %s and keeps what was there", async (_what, event) => {
      await write((tx) => tx.append(recordedEvent(1, { key: "taken" })));
      await expect(write((tx) => tx.append(event))).rejects.toThrow();
      expect(await store.read(project, (tx) => tx.head())).toBe(1);
      await write((tx) => tx.append(recordedEvent(2)));
      expect(await store.read(project, (tx) => tx.head())).toBe(2);
    });

    it("undoes everything when the work fails", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1));
        await tx.putRow("v", "kept", { n: 1 });
      });
      const failing = write(async (tx) => {
        await tx.append(recordedEvent(2));
        await tx.putRow("v", "kept", { n: 2 });
        await tx.putRow("v", "new", { n: 3 });
        await tx.setMarks({ v: { fingerprint: "1", position: 2 } });
        await tx.reject({ id: "r", at: "", verb: "record", field: "", reason: "", input: "" }, 10);
        throw new Error("stop");
      });
      await expect(failing).rejects.toThrow("stop");
      await store.read(project, async (tx) => {
        expect(await tx.head()).toBe(1);
        expect(await tx.row("v", "kept")).toEqual({ n: 1 });
        expect(await tx.row("v", "new")).toBeUndefined();
        expect(await tx.marks()).toEqual({});
        expect(await tx.countRejected()).toBe(0);
      });
    });

    it("sees its own changes inside the transaction", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1, { key: "k" }));
        await tx.putRow("v", "a", { n: 1 });
        expect(await tx.head()).toBe(1);
        expect((await tx.eventByKey("k"))?.seq).toBe(1);
        expect(await tx.row("v", "a")).toEqual({ n: 1 });
        await tx.deleteRow("v", "a");
        expect(await tx.row("v", "a")).toBeUndefined();
      });
    });

    it("pages through rows in order of their keys' bytes", async () => {
      const keys = ["b", "a", "é", "Z", "\uffee", "\ud83d\ude80", "a/b", ""];
      await write(async (tx) => {
        for (const key of keys) await tx.putRow("v", key, { key });
        await tx.putRow("other", "x", {});
      });
      const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      await store.read(project, async (tx) => {
        expect((await tx.rows("v", { limit: 100 })).map((each) => each.key)).toEqual(sorted);
        const first = await tx.rows("v", { limit: 3 });
        const rest = await tx.rows("v", { limit: 100, after: first.at(-1)?.key ?? "" });
        expect([...first, ...rest].map((each) => each.key)).toEqual(sorted);
        expect(await tx.countRows("v")).toBe(keys.length);
        const [after = "", before = ""] = [sorted[1], sorted.at(-2)];
        expect(await tx.countRows("v", { after, before })).toBe(keys.length - 4);
        expect(await tx.countRows("v", { after: before, before: after })).toBe(0);
      });
    });

    it("clears and renames whole views", async () => {
      await write(async (tx) => {
        await tx.putRow("old", "a", { n: 1 });
        await tx.putRow("old", "b", { n: 2 });
        await tx.putRow("now", "z", { n: 9 });
        await tx.clearView("now");
        await tx.renameView("old", "now");
      });
      await store.read(project, async (tx) => {
        expect(await tx.countRows("old")).toBe(0);
        expect(await tx.rows("now", { limit: 9 })).toEqual([
          { key: "a", row: { n: 1 } },
          { key: "b", row: { n: 2 } },
        ]);
      });
    });

    it("blanks the data of one event and nothing else", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1, { key: "k" }));
        await tx.append(recordedEvent(2));
        await tx.blank(1, '{"n":"[forgotten]"}');
      });
      const events = await store.read(project, (tx) => tx.eventsAfter(0, 10));
      expect(events).toEqual([recordedEvent(1, { key: "k", data: '{"n":"[forgotten]"}' }), recordedEvent(2)]);
    });

    it("keeps the newest rejections and lets one be blanked", async () => {
      const rejection = (n: number) => ({
        id: `r${n}`,
        at: "",
        verb: "record",
        field: "f",
        reason: "why",
        input: `in ${n}`,
      });
      await write(async (tx) => {
        for (const n of [1, 2, 3]) await tx.reject(rejection(n), 2);
        await tx.blankRejection("r2", "[forgotten]");
      });
      const kept = await store.read(project, (tx) => tx.rejected(10));
      expect(kept).toEqual([rejection(3), { ...rejection(2), input: "[forgotten]" }]);
    });

    it("never lets one project see another", async () => {
      const names = ["a", "a'", 'a" OR 1=1 --', "a\0b", "A", "ä"];
      for (const name of names) {
        await store.write(name, async (tx) => {
          await tx.append(recordedEvent(1, { project: name, data: JSON.stringify({ name }) }));
          await tx.putRow("v", "same", { name });
          await tx.reject({ id: name, at: "", verb: "record", field: "", reason: "", input: name }, 10);
        });
      }
      for (const name of names) {
        await store.read(name, async (tx) => {
          expect((await tx.eventsAfter(0, 10)).map((event) => JSON.parse(event.data))).toEqual([{ name }]);
          expect((await tx.eventById("id-1"))?.project).toBe(name);
          expect(await tx.rows("v", { limit: 10 })).toEqual([{ key: "same", row: { name } }]);
          expect((await tx.rejected(10)).map((each) => each.input)).toEqual([name]);
        });
      }
    });

    it("runs concurrent writes one after the other", async () => {
      const add = () => write(async (tx) => tx.append(recordedEvent((await tx.head()) + 1)));
      await Promise.all(Array.from({ length: 50 }, add));
      const events = await store.read(project, (tx) => tx.eventsAfter(0, 100));
      expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    });

    it("hands out copies, not its own rows", async () => {
      await write((tx) => tx.putRow("v", "k", { list: [1] }));
      const row = (await store.read(project, (tx) => tx.row("v", "k"))) as { list: number[] };
      row.list.push(2);
      expect(await store.read(project, (tx) => tx.row("v", "k"))).toEqual({ list: [1] });
    });

    it("finds nothing wrong with itself", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1));
        await tx.putRow("v", "k", { n: 1 });
        await tx.setMarks({ v: { fingerprint: "1", position: 1 } });
      });
      expect((await store.inspect()).problems).toEqual([]);
    });

    // A store in memory cannot be opened again.
    if (reopen === undefined) return;

    it("keeps everything when it is closed and opened again", async () => {
      await write(async (tx) => {
        await tx.append(recordedEvent(1));
        await tx.putRow("v", "k", { n: 1 });
        await tx.setMarks({ v: { fingerprint: "1", position: 1 } });
      });
      await store.close();
      store = await reopen(store);
      await store.read(project, async (tx) => {
        expect(await tx.eventsAfter(0, 10)).toEqual([recordedEvent(1)]);
        expect(await tx.row("v", "k")).toEqual({ n: 1 });
        expect(await tx.marks()).toEqual({ v: { fingerprint: "1", position: 1 } });
      });
    });
  });
}
