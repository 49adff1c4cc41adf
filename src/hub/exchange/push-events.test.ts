import { expect, it } from "vitest";
import { sentEvent } from "../../../tests/support/hub.js";
import { ledgerOver, movingClock } from "../../../tests/support/ledger.js";
import { WhetstoneError } from "../../base/errors.js";
import { uuidV7 } from "../../base/ids.js";
import { isoTime } from "../../log/events/time.js";
import type { Ledger } from "../../log/store/ledger.js";
import { MemoryStore } from "../../log/store/memory.js";
import type { WriteTransaction } from "../../log/store/store.js";
import { memberKey } from "../rights/member-key.js";
import type { Caller } from "../rights/roles.js";
import { PushQueue } from "./push-events.js";

const ada: Caller = { member: "ada", kind: "person", role: "developer" };
const bob: Caller = { member: "bob", kind: "person", role: "developer" };

/** Counts transactions that were committed, and refuses an event that the checks let through. */
class CountingStore extends MemoryStore {
  commits = 0;
  refuse: ((task: string | undefined) => Error | undefined) | undefined;

  override async write<T>(project: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    const result = await super.write(project, (tx) => {
      const append = tx.append.bind(tx);
      tx.append = async (event) => {
        const problem = this.refuse?.(event.task);
        if (problem !== undefined) throw problem;
        return append(event);
      };
      return work(tx);
    });
    this.commits += 1;
    return result;
  }
}

function queueOn(store: CountingStore): { readonly ledger: Ledger; readonly queue: PushQueue } {
  const ledger = ledgerOver({ store });
  return { ledger, queue: new PushQueue(ledger, () => Date.parse("2026-03-02T00:00:00.000Z")) };
}

const logOf = (ledger: Ledger) => ledger.read((reader) => reader.recordedAfter(0, 1_000));
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

it("pushes that come while one is committed are committed together, and each has its own answer", async () => {
  const store = new CountingStore();
  const { ledger, queue } = queueOn(store);
  const answers = await Promise.all(
    numbers(1, 40).map((n) => queue.push(n % 2 === 0 ? ada : bob, [sentEvent(n), sentEvent(n + 100)])),
  );
  expect(answers.map(({ events }) => events)).toEqual(
    numbers(1, 40).map((n) => [
      { id: sentEvent(n).id, seq: 2 * n - 1 },
      { id: sentEvent(n + 100).id, seq: 2 * n },
    ]),
  );
  expect(answers.map(({ head }) => head)).toEqual(numbers(1, 40).map((n) => 2 * n));
  expect(store.commits).toBe(2);
  const actors = (await logOf(ledger)).map(({ actor }) => actor);
  expect(actors).toEqual(
    numbers(1, 40).flatMap((n) => Array(2).fill(n % 2 === 0 ? "claude@ada" : "claude@bob")),
  );
  expect(await ledger.verify()).toEqual([]);
});

it.each([
  [400, 2],
  [401, 3],
])(
  "two thousand events are committed together and no more: pushes of %i after one that commits",
  async (last, commits) => {
    const store = new CountingStore();
    const { queue } = queueOn(store);
    const sizes = [1, 400, 400, 400, 400, last];
    await Promise.all(
      sizes.map((size, push) => {
        const first = 1 + push * 1_000;
        return queue.push(
          ada,
          numbers(first, first + size - 1).map((n) => sentEvent(n)),
        );
      }),
    );
    queue.close();
    expect(store.commits).toBe(commits);
  },
);

it("an event that was pushed before keeps its place, whoever pushes it together with what", async () => {
  const { ledger, queue } = queueOn(new CountingStore());
  await queue.push(ada, [sentEvent(1), sentEvent(2, { key: "once" })]);
  const [first, second, third] = await Promise.all([
    queue.push(ada, [sentEvent(3), sentEvent(1)]),
    queue.push(bob, [sentEvent(3), sentEvent(4, { key: "once" })]),
    queue.push(bob, [sentEvent(5, { key: "twice" }), sentEvent(6, { key: "twice" })]),
  ]);
  expect(first).toMatchObject({ events: [{ seq: 3 }, { seq: 1 }], head: 3 });
  expect(second).toMatchObject({ events: [{ seq: 3 }, { refused: { reason: /'once'/ } }], head: 3 });
  expect(third).toMatchObject({ events: [{ seq: 4 }, { refused: { reason: /'twice'/ } }], head: 4 });
  expect((await logOf(ledger)).map(({ id }) => id)).toEqual([1, 2, 3, 5].map((n) => sentEvent(n).id));
});

it("a push that the log cannot take fails alone: those that came with it are taken in", async () => {
  const store = new CountingStore();
  const { ledger, queue } = queueOn(store);
  store.refuse = (task) => (task === "bd-13" ? new Error("this row is too long") : undefined);
  const ends = await Promise.allSettled(numbers(10, 20).map((n) => queue.push(ada, [sentEvent(n)])));
  expect(ends.map(({ status }) => status)).toEqual(
    numbers(10, 20).map((n) => (n === 13 ? "rejected" : "fulfilled")),
  );
  expect((await logOf(ledger)).map(({ task }) => task)).toEqual(
    numbers(10, 20).flatMap((n) => (n === 13 ? [] : [`bd-${n}`])),
  );
});

it("where the store is not to be reached, every push that waits fails, and the next one is tried again", async () => {
  const store = new CountingStore();
  const { ledger, queue } = queueOn(store);
  store.refuse = () => new WhetstoneError("unreachable", "gone");
  const ends = await Promise.allSettled(numbers(1, 5).map((n) => queue.push(ada, [sentEvent(n)])));
  expect(ends.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  store.refuse = undefined;
  expect(await queue.push(ada, [sentEvent(6)])).toMatchObject({ events: [{ seq: 1 }] });
  expect(await logOf(ledger)).toHaveLength(1);
});

it("a push only appends: the views stay behind until somebody reads them", async () => {
  const store = new CountingStore();
  const { ledger, queue } = queueOn(store);
  await queue.push(ada, [sentEvent(1)]);
  await ledger.read(async () => undefined);
  const positions = () =>
    store.read(ledger.project, async (tx) => Object.values(await tx.marks()).map(({ position }) => position));
  expect(new Set(await positions())).toEqual(new Set([1]));
  await queue.push(ada, [sentEvent(2), sentEvent(3)]);
  expect(new Set(await positions())).toEqual(new Set([1]));
  expect(await ledger.readLog((log) => log.head())).toBe(3);
  expect(new Set(await positions())).toEqual(new Set([1]));
  await ledger.read(async () => undefined);
  expect(new Set(await positions())).toEqual(new Set([3]));
  expect(await ledger.verify()).toEqual([]);
});

it("a write that comes after pushes folds them in its own transaction", async () => {
  const store = new CountingStore();
  const { ledger, queue } = queueOn(store);
  await queue.push(ada, [sentEvent(1)]);
  await ledger.read(async () => undefined);
  await queue.push(ada, [sentEvent(2)]);
  const before = store.commits;
  await ledger.write(async (writer) =>
    writer.appendRecorded({ ...sentEvent(3), project: ledger.project, seq: 3 }),
  );
  expect(store.commits - before).toBe(1);
  expect(await ledger.verify()).toEqual([]);
});

it("a reader gets its answer although something is pushed before each of its looks", async () => {
  let pushed = 1;
  class BusyStore extends CountingStore {
    override async read<T>(project: string, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
      pushed += 1;
      await queue.push(ada, [sentEvent(pushed)]);
      return super.read(project, (tx) => work(tx as WriteTransaction));
    }
  }
  const { ledger, queue } = queueOn(new BusyStore());
  await queue.push(ada, [sentEvent(1)]);
  expect(await ledger.read((reader) => reader.head())).toBeGreaterThan(1);
});

it("an id that another member has used for something else is refused, and the same event is not", async () => {
  const { queue } = queueOn(new CountingStore());
  await queue.push(ada, [sentEvent(1)]);
  expect((await queue.push(bob, [sentEvent(1)])).events).toMatchObject([{ seq: 1 }]);
  const other = sentEvent(1, { data: JSON.stringify({ message: "another", errorType: "unknown" }) });
  expect((await queue.push(bob, [other])).events).toMatchObject([
    { refused: { reason: expect.stringContaining("says something else") } },
  ]);
});

it("a key of another member is refused", async () => {
  const { queue } = queueOn(new CountingStore());
  expect((await queue.push(bob, [sentEvent(1, { key: memberKey("ada", "77-1") })])).events).toMatchObject([
    { refused: { reason: expect.stringContaining("belongs to another member") } },
  ]);
  expect((await queue.push(ada, [sentEvent(1, { key: memberKey("ada", "77-1") })])).head).toBe(1);
});

it("an event from the future waits until its time has come, by its time or by its id", async () => {
  const clock = movingClock();
  const ledger = ledgerOver();
  const queue = new PushQueue(ledger, clock.read);
  const hour = 3_600_000;
  const late = sentEvent(1, { at: isoTime(clock.now + hour) });
  const made = sentEvent(2, { id: uuidV7(() => clock.now + hour)() });
  const soon = sentEvent(3, { at: isoTime(clock.now + 60_000) });
  const { events, head } = await queue.push(ada, [late, made, soon]);
  expect(events).toMatchObject([{ refused: { isLater: true } }, { refused: { isLater: true } }, { seq: 1 }]);
  expect(head).toBe(1);
  clock.advance(hour);
  expect((await queue.push(ada, [late, made])).head).toBe(3);
});
