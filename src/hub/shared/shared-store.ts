import type {
  InspectOptions,
  ReadTransaction,
  Store,
  StoreInspection,
  TurnOptions,
  WriteTransaction,
} from "../../log/store/store.js";
import { readTailState, type TailState, writeTailState } from "../../log/store/tail-state.js";
import { FoundationTransaction } from "./foundation-transaction.js";
import { OverlayReader, OverlayTransaction } from "./overlay-transaction.js";

type Wrap<Tx, Wrapped> = (tx: Tx, state: TailState, hubHead: number, project: string) => Wrapped;

/** A store with transactions of its own around those of its base. */
class Layer implements Store {
  readonly base: Store;
  readonly #read: Wrap<ReadTransaction, ReadTransaction>;
  readonly #write: Wrap<WriteTransaction, WriteTransaction>;

  constructor(
    base: Store,
    read: Wrap<ReadTransaction, ReadTransaction>,
    write: Wrap<WriteTransaction, WriteTransaction>,
  ) {
    this.base = base;
    this.#read = read;
    this.#write = write;
  }

  get kind(): string {
    return this.base.kind;
  }

  get location(): string | undefined {
    return this.base.location;
  }

  get replacements(): number {
    return this.base.replacements;
  }

  read<T>(project: string, work: (tx: ReadTransaction) => Promise<T>, options?: TurnOptions): Promise<T> {
    return this.base.read(project, (tx) => reading(tx, project, this.#read, work), options);
  }

  write<T>(project: string, work: (tx: WriteTransaction) => Promise<T>, options?: TurnOptions): Promise<T> {
    return this.base.write(project, (tx) => writing(tx, project, this.#write, work), options);
  }

  inspect(options?: InspectOptions): Promise<StoreInspection> {
    return this.base.inspect(options);
  }

  backUp(): Promise<string | undefined> {
    return this.base.backUp();
  }

  scrub(): Promise<boolean> {
    return this.base.scrub();
  }

  async isScrubOwed(): Promise<boolean> {
    return (await this.base.isScrubOwed?.()) ?? false;
  }

  restore(project: string, backup?: string): Promise<readonly string[]> {
    return this.base.restore(project, backup);
  }

  close(): Promise<void> {
    return this.base.close();
  }
}

/**
 * A store of projects of which some are shared with a hub. Everything of a shared project is in one project
 * of the base: its log and rows are the hub's, in the hub's order; what the hub has not numbered yet is kept
 * in views beside them, with the rows that it makes (`tail-state.ts`). So each step is one transaction of the
 * base, whichever store that is. What anyone reads is the hub's log and then the own tail. A project that is
 * not shared is as it is in the base.
 */
export class SharedStore extends Layer {
  /** The hub's part of shared projects by itself: what the tail is folded over. */
  readonly foundation: Store;

  constructor(base: Store) {
    super(base, overlayReader, overlay);
    // Nothing of the tail shows in what is read of the base.
    this.foundation = new Layer(base, (tx) => tx, foundation);
  }
}

const overlayReader: Wrap<ReadTransaction, ReadTransaction> = (tx, state, hubHead, project) =>
  new OverlayReader(tx, state, hubHead, project);
const overlay: Wrap<WriteTransaction, WriteTransaction> = (tx, state, hubHead, project) =>
  new OverlayTransaction(tx, state, hubHead, project);
const foundation: Wrap<WriteTransaction, WriteTransaction> = (tx, state, hubHead, project) =>
  new FoundationTransaction(tx, state, hubHead, project);

async function reading<T>(
  tx: ReadTransaction,
  project: string,
  wrap: Wrap<ReadTransaction, ReadTransaction>,
  work: (tx: ReadTransaction) => Promise<T>,
): Promise<T> {
  const state = await readTailState(tx);
  return work(state === undefined ? tx : wrap(tx, state, await tx.head(), project));
}

/** The state is written once, at the end, and only if it changed. */
export async function writing<T, Wrapped>(
  tx: WriteTransaction,
  project: string,
  wrap: Wrap<WriteTransaction, Wrapped>,
  work: (tx: WriteTransaction | Wrapped) => Promise<T>,
): Promise<T> {
  const state = await readTailState(tx);
  if (state === undefined) return work(tx);
  const before = JSON.stringify(state);
  const result = await work(wrap(tx, state, await tx.head(), project));
  if (JSON.stringify(state) !== before) await writeTailState(tx, state);
  return result;
}
