import { readEvent } from "../events/catalog.js";
import { fingerprintOf } from "../projections/projection.js";
import { foldEvent } from "./fold.js";
import type { WriterOptions } from "./ledger-writer.js";
import { RowCache } from "./row-cache.js";
import type { Mark, Store, WriteTransaction } from "./store.js";

/** Told after each batch how many events are folded, of how many. */
export type Progress = (done: number, total: number) => void;

type RebuildOptions = WriterOptions & { readonly store: Store };

/**
 * Folds the whole log into shadow views, batch by batch, and swaps them in with the last one.
 * Writers go on in between, readers see the old rows until the swap, and a crash leaves only shadows, which the next
 * rebuild clears. Each batch goes on from the position it finds, so two rebuilds at once help each other.
 * Returns the number of events folded.
 */
export async function rebuild(options: RebuildOptions, onProgress: Progress = () => {}): Promise<number> {
  const { store, project, projections } = options;
  if (projections.length === 0) return 0;
  await store.write(project, (tx) => startShadows(tx, options));
  for (;;) {
    const { position, head } = await store.write(project, (tx) => foldBatch(tx, options));
    onProgress(position, head);
    if (position === head) return head;
  }
}

function shadowOf(view: string): string {
  return `${view}~`;
}

async function startShadows(tx: WriteTransaction, { projections, config }: RebuildOptions): Promise<void> {
  const marks: Record<string, Mark> = { ...(await tx.marks()) };
  for (const projection of projections) {
    await tx.clearView(shadowOf(projection.name));
    marks[shadowOf(projection.name)] = { fingerprint: fingerprintOf(projection, config), position: 0 };
  }
  await tx.setMarks(marks);
}

async function foldBatch(tx: WriteTransaction, options: RebuildOptions): Promise<{ position: number; head: number }> {
  const { projections, config } = options;
  const marks = await tx.marks();
  const head = await tx.head();
  const ours = projections.filter((each) => marks[shadowOf(each.name)]?.fingerprint === fingerprintOf(each, config));
  // Another rebuild has swapped its shadows in already: nothing is left to do.
  if (ours.length === 0) return { position: head, head };
  const from = Math.min(...ours.map((each) => marks[shadowOf(each.name)]?.position ?? 0));
  const rows = new RowCache(tx);
  const events = (await tx.eventsAfter(from, config.store.rebuildBatchEvents)).map(readEvent);
  for (const event of events) {
    for (const projection of ours) {
      const done = marks[shadowOf(projection.name)]?.position ?? 0;
      if (event.seq > done) await foldEvent(rows, projection, shadowOf(projection.name), event, config);
    }
  }
  await rows.flush(tx);
  const position = events.at(-1)?.seq ?? from;
  await (position === head ? swap(tx, ours, head, config) : advance(tx, ours, position));
  return { position, head };
}

async function advance(tx: WriteTransaction, ours: RebuildOptions["projections"], position: number): Promise<void> {
  const marks: Record<string, Mark> = { ...(await tx.marks()) };
  for (const { name } of ours) {
    const mark = marks[shadowOf(name)];
    if (mark !== undefined) marks[shadowOf(name)] = { ...mark, position: Math.max(position, mark.position) };
  }
  await tx.setMarks(marks);
}

async function swap(
  tx: WriteTransaction,
  ours: RebuildOptions["projections"],
  position: number,
  config: RebuildOptions["config"],
): Promise<void> {
  const marks: Record<string, Mark> = { ...(await tx.marks()) };
  for (const projection of ours) {
    await tx.clearView(projection.name);
    await tx.renameView(shadowOf(projection.name), projection.name);
    marks[projection.name] = { fingerprint: fingerprintOf(projection, config), position };
    delete marks[shadowOf(projection.name)];
  }
  await tx.setMarks(marks);
}
