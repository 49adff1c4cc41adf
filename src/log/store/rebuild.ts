import { readEvent } from "../events/catalog.js";
import type { Fold } from "../projection.js";
import { FoldedRows } from "./folded-rows.js";
import { listsOf } from "./sorted-lists.js";
import type { Mark, Marks, Progress, Store, WriteTransaction } from "./store.js";

export interface RebuildOptions {
  readonly store: Store;
  readonly project: string;
  readonly folds: readonly Fold[];
  /** Events in one transaction. */
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
  if (folds.length === 0) return 0;
  await store.write(project, (tx) => startShadows(tx, folds));
  return foldAll(options, rebuildBatch, onProgress);
}

/**
 * Folds the events that views lack into their rows, batch by batch: they were appended without being folded,
 * or by a program that does not know the view. Each view gets every event once, wherever it stands.
 */
export function catchUp(options: RebuildOptions, onProgress?: Progress): Promise<number> {
  return foldAll(options, catchUpBatch, onProgress);
}

interface Reached {
  readonly position: number;
  readonly head: number;
}
type Batch = (tx: WriteTransaction, options: RebuildOptions) => Promise<Reached>;

async function foldAll(options: RebuildOptions, batch: Batch, onProgress?: Progress): Promise<number> {
  for (;;) {
    const { position, head } = await options.store.write(options.project, (tx) => batch(tx, options));
    onProgress?.(position, head);
    if (position === head) return head;
  }
}

/** One batch of it, in a transaction that goes on with something else. */
export async function catchUpBatch(
  tx: WriteTransaction,
  { folds, batch }: Pick<RebuildOptions, "folds" | "batch">,
): Promise<Reached> {
  const marks = await tx.marks();
  const mine = folds.filter(({ name, fingerprint }) => marks[name]?.fingerprint === fingerprint);
  const reached = await foldBehind(tx, { folds: mine, marks, batch });
  await changeMarks(tx, (changed) => advance(changed, mine, reached.position));
  return reached;
}

async function rebuildBatch(tx: WriteTransaction, { folds, batch }: RebuildOptions): Promise<Reached> {
  const marks = await tx.marks();
  const mine = folds.filter(({ name, fingerprint }) => marks[shadowOf(name)]?.fingerprint === fingerprint);
  const reached = await foldBehind(tx, { folds: mine, marks, batch, viewOf: shadowOf });
  if (reached.position === reached.head) await swap(tx, mine, reached.head);
  else await changeMarks(tx, (changed) => advance(changed, mine, reached.position, shadowOf));
  return reached;
}

interface Behind {
  readonly folds: readonly Fold[];
  readonly marks: Marks;
  readonly batch: number;
  /** The view that holds the rows of a fold, if not its own. */
  readonly viewOf?: (name: string) => string;
}

/**
 * Parts that the events of a batch are read and folded in. The collector of garbage copies whatever lives long:
 * an event of a small part is gone before that, and a row that several parts change is still written once.
 */
const partsOfBatch = 20;

/** Folds one batch of events, from the view that is furthest behind on, each event where it is missing. */
async function foldBehind(
  tx: WriteTransaction,
  { folds, marks, batch, viewOf = (name) => name }: Behind,
): Promise<Reached> {
  const head = await tx.head();
  // Another process has finished this work already.
  if (folds.length === 0) return { position: head, head };
  const positions = new Map(folds.map((fold) => [fold, marks[viewOf(fold.name)]?.position ?? 0]));
  const from = Math.min(...positions.values());
  const isAhead = Math.max(...positions.values()) > from;
  const positionOf = isAhead ? (fold: Fold) => positions.get(fold) ?? 0 : undefined;
  const rows = new FoldedRows(tx, viewOf);
  const to = Math.min(from + batch, head);
  const part = Math.ceil(batch / partsOfBatch);
  let position = from;
  while (position < to) {
    const events = (await tx.eventsAfter(position, Math.min(part, to - position))).map(readEvent);
    await rows.fold(events, folds, positionOf);
    position = events.at(-1)?.seq ?? to;
  }
  await rows.flush(tx);
  return { position, head };
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

/** A view that was ahead of the batch stays where it is. */
function advance(
  marks: Record<string, Mark>,
  folds: readonly Fold[],
  position: number,
  viewOf = (name: string) => name,
): void {
  for (const { name, fingerprint } of folds) {
    const before = marks[viewOf(name)]?.position ?? 0;
    marks[viewOf(name)] = { fingerprint, position: Math.max(position, before) };
  }
}

async function swap(tx: WriteTransaction, folds: readonly Fold[], position: number): Promise<void> {
  for (const { name, places } of folds) {
    await tx.clearView(name);
    await tx.clearView(listsOf(name));
    await tx.renameView(shadowOf(name), name);
    if (places !== undefined) await tx.renameView(listsOf(shadowOf(name)), listsOf(name));
  }
  await changeMarks(tx, (marks) => {
    for (const { name, fingerprint } of folds) {
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
