import type { Fold } from "../projections/projection.js";
import { foldBehind } from "./fold-behind.js";
import { RowCache } from "./row-cache.js";
import { listsOf } from "./sorted-lists.js";
import type { Mark, Progress, Store, WriteTransaction } from "./store.js";

export interface RebuildOptions {
  readonly store: Store;
  readonly project: string;
  readonly folds: readonly Fold[];
  readonly batch: number;
}

/**
 * Folds the whole log into shadow views, batch by batch, and swaps them in with the last one. Writers go on
 * in between, readers see the old rows until the swap, and a crash leaves only shadows, which the next
 * rebuild clears. Each batch goes on from the position it finds, so two rebuilds at once help each other.
 * Returns the number of events folded.
 */
export async function rebuild(options: RebuildOptions, onProgress?: Progress): Promise<number> {
  const { store, project, folds } = options;
  if (folds.length === 0 || (await store.read(project, (tx) => tx.head())) === 0) return 0;
  await store.write(project, (tx) => startShadows(tx, folds));
  for (;;) {
    const { position, head } = await store.write(project, (tx) => foldBatch(tx, options));
    onProgress?.(position, head);
    if (position === head) return head;
  }
}

function shadowOf(view: string): string {
  return `${view}~`;
}

async function startShadows(tx: WriteTransaction, folds: readonly Fold[]): Promise<void> {
  for (const { name } of folds) {
    await tx.clearView(shadowOf(name));
    await tx.clearView(listsOf(shadowOf(name)));
  }
  await changeMarks(tx, (marks) => {
    for (const { name, fingerprint } of folds) marks[shadowOf(name)] = { fingerprint, position: 0 };
  });
}

async function foldBatch(
  tx: WriteTransaction,
  { folds, batch }: RebuildOptions,
): Promise<{ position: number; head: number }> {
  const marks = await tx.marks();
  const head = await tx.head();
  const ours = folds.filter((fold) => marks[shadowOf(fold.name)]?.fingerprint === fold.fingerprint);
  // Another rebuild has swapped its shadows in already: nothing is left to do.
  if (ours.length === 0) return { position: head, head };
  const done = (fold: Fold) => marks[shadowOf(fold.name)]?.position ?? 0;
  const rows = new RowCache(tx);
  const position = await foldBehind(tx, rows, ours, { positionOf: done, limit: batch, viewOf: shadowOf });
  await rows.flush(tx);
  await (position === head ? swap(tx, ours, head) : advance(tx, ours, position));
  return { position, head };
}

function advance(tx: WriteTransaction, ours: readonly Fold[], position: number): Promise<void> {
  return changeMarks(tx, (marks) => {
    for (const { name } of ours) {
      const mark = marks[shadowOf(name)];
      if (mark !== undefined)
        marks[shadowOf(name)] = { ...mark, position: Math.max(position, mark.position) };
    }
  });
}

async function swap(tx: WriteTransaction, ours: readonly Fold[], position: number): Promise<void> {
  for (const { name, places } of ours) {
    await tx.clearView(name);
    await tx.clearView(listsOf(name));
    await tx.renameView(shadowOf(name), name);
    if (places !== undefined) await tx.renameView(listsOf(shadowOf(name)), listsOf(name));
  }
  await changeMarks(tx, (marks) => {
    for (const { name, fingerprint } of ours) {
      marks[name] = { fingerprint, position };
      delete marks[shadowOf(name)];
    }
  });
}

async function changeMarks(
  tx: WriteTransaction,
  change: (marks: Record<string, Mark>) => void,
): Promise<void> {
  const marks = { ...(await tx.marks()) };
  change(marks);
  await tx.setMarks(marks);
}
