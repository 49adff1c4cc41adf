import type { RecordedEvent } from "../../src/log/events/envelope.js";
import type { Rejection, Store, WriteTransaction } from "../../src/log/store/store.js";

/** The project of the contract suite. */
export const project = "contract";

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

export function rejection(id: string, changes: Partial<Rejection> = {}): Rejection {
  return { id, at: "", verb: "record", field: "f", reason: "why", input: `in ${id}`, ...changes };
}

/** A store with something of everything in it, which the transaction below changes. */
export async function fillStore(store: Store): Promise<void> {
  await store.write(project, async (tx) => {
    await tx.append(recordedEvent(1));
    await tx.putRows([
      { view: "v", key: "kept", row: { n: 1 } },
      { view: "old", key: "moved", row: { n: 2 } },
      { view: "gone", key: "cleared", row: { n: 3 } },
    ]);
    await tx.setMarks({ v: { fingerprint: "1", position: 1 } });
    await tx.reject(rejection("r1"), 10);
  });
}

/** One transaction that uses every call that writes. */
export const steps: readonly ((tx: WriteTransaction) => Promise<void>)[] = [
  (tx) => tx.append(recordedEvent(2, { key: "k2" })),
  (tx) => tx.append(recordedEvent(3)),
  (tx) =>
    tx.putRows([
      { view: "v", key: "kept", row: { n: 9 } },
      { view: "v", key: "new", row: {} },
    ]),
  (tx) => tx.putRows([{ view: "v", key: "new", row: undefined }]),
  (tx) => tx.clearView("gone"),
  (tx) => tx.renameView("old", "now"),
  (tx) => tx.blank(1, '{"n":"[forgotten]"}'),
  (tx) => tx.reject(rejection("r2"), 1),
  (tx) => tx.blankRejection(rejection("r2", { input: "[forgotten]" })),
  (tx) => tx.setMarks({ v: { fingerprint: "2", position: 3 } }),
];

/** Everything that a project of the contract suite can hold. */
export function everythingIn(store: Store) {
  return store.read(project, async (tx) => ({
    head: await tx.head(),
    events: await tx.eventsAfter(0, 1_000),
    marks: await tx.marks(),
    rows: [
      await tx.listRows("v", { limit: 1_000 }),
      await tx.listRows("old", { limit: 1_000 }),
      await tx.listRows("now", { limit: 1_000 }),
      await tx.listRows("gone", { limit: 1_000 }),
    ],
    rejected: await tx.rejected(1_000),
  }));
}

/** Appends one event after whatever is there, and counts it in a row. */
export function appendNext(store: Store, by: string): Promise<number> {
  return store.write(project, async (tx) => {
    const seq = (await tx.head()) + 1;
    const [row] = await tx.getRows([{ view: "v", key: "count" }]);
    await tx.append(recordedEvent(seq, { id: `${by}-${seq}` }));
    await tx.putRows([{ view: "v", key: "count", row: { n: Number(row?.n ?? 0) + 1 } }]);
    await tx.setMarks({ v: { fingerprint: "1", position: seq } });
    return seq;
  });
}
