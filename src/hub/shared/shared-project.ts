import { WhetstoneError } from "../../base/errors.js";
import type { JsonObject } from "../../base/json.js";
import type { RecordedEvent } from "../../log/events/envelope.js";
import type { WriteTransaction } from "../../log/store/store.js";
import {
  type Forgetting,
  newTail,
  ownViews,
  readTailState,
  type TailState,
  tailLength,
  writeTailState,
} from "../../log/store/tail-state.js";
import type { HubRefusal, SentEvent } from "../rights/hub.js";
import { WritableRows } from "./layered-rows.js";
import { type SharedStore, writing } from "./shared-store.js";
import { Tail, WritableTail } from "./tail.js";

/** An event that the hub refused for good. Its data is gone: who wants it says it again. */
export interface RefusedEvent extends HubRefusal {
  /** When it was refused. ISO 8601. */
  readonly at: string;
  readonly id: string;
  readonly type: string;
  readonly actor: string;
  readonly origin: string;
}

/** How a shared project stands. */
export interface SharedStanding {
  /** How far this machine has the hub's log. */
  readonly position: number;
  /** How many own events that log does not hold yet. */
  readonly tail: number;
  readonly forgetting: Forgetting;
  /** What was last noted of an exchange; undefined before the first. */
  readonly exchange: JsonObject | undefined;
  readonly refusedCount: number;
}

/** Events to send, and the ordinal of the last of them. */
export interface Unsent {
  readonly events: readonly SentEvent[];
  readonly through: number;
}

/** Events that the hub gives no place. */
interface Unnumbered {
  readonly refused: readonly (HubRefusal & { readonly id: string })[];
  /** Ids of those that it was not asked about. */
  readonly kept?: readonly string[];
}

/** Refusals that stay on record. */
const refusalsKept = 1_000;

/** One project of a store as something that is shared: what an exchange with the hub reads and writes. */
export class SharedProject {
  readonly #store: Pick<SharedStore, "base">;
  readonly #project: string;

  constructor(store: Pick<SharedStore, "base">, project: string) {
    this.#store = store;
    this.#project = project;
  }

  /** Undefined where it is not shared. */
  standing(): Promise<SharedStanding | undefined> {
    return this.#store.base.read(this.#project, async (tx) => {
      const state = await readTailState(tx);
      if (state === undefined) return undefined;
      const [exchange] = await tx.getRows([exchangeKey]);
      return {
        position: await tx.head(),
        tail: tailLength(state),
        forgetting: state.forgetting,
        exchange,
        refusedCount: await tx.countRows(ownViews.refused),
      };
    });
  }

  /** From now on the log is a hub's. Nothing may be in it yet; sharing it again changes nothing. */
  share(): Promise<void> {
    return this.#store.base.write(this.#project, async (tx) => {
      if ((await readTailState(tx)) !== undefined) return;
      if ((await tx.head()) > 0) throw hasOwnLog(this.#project);
      await writeTailState(tx, newTail);
    });
  }

  /**
   * From now on the log is an ordinary one: the hub's events, then those that it did not number. Returns its
   * length.
   */
  unshare(): Promise<number> {
    return this.#store.base.write(this.#project, async (tx) => {
      const state = await readTailState(tx);
      if (state === undefined) return tx.head();
      const tail = new Tail(tx, state, this.#project);
      for (const event of await tail.events(await tx.head(), 0, tail.length))
        await tx.append(await withFreeKey(tx, event));
      await new WritableRows(tx, state).uncoverAll();
      for (const view of Object.values(ownViews)) await tx.clearView(view);
      return tx.head();
    });
  }

  /** The next events that the hub has not answered for. */
  unsent(limit: number): Promise<Unsent> {
    return this.#store.base.read(this.#project, async (tx) => {
      const state = await readTailState(tx);
      if (state === undefined) return { events: [], through: 0 };
      const from = Math.max(state.first, state.offered + 1);
      const entries = await new Tail(tx, state, this.#project).entriesFrom(from, limit);
      return { events: entries.map(({ event }) => event), through: entries.at(-1)?.ordinal ?? 0 };
    });
  }

  /**
   * What the hub refused leaves the tail and stays on record, what was kept from it leaves the tail; the rest
   * waits for its place.
   */
  answered({ through }: Unsent, { refused, kept = [] }: Unnumbered, at: string) {
    return this.#change(async (tx, state) => {
      // Removing an event moves those before it, and never those behind.
      const tail = new WritableTail(tx, state, this.#project);
      state.offered = Math.max(state.offered, through);
      for (const id of kept) await taken(tail, id);
      for (const { id, reason, next } of refused) {
        const event = await taken(tail, id);
        if (event === undefined) continue;
        const { type, actor, origin } = event;
        const row = { at, id, type, actor, origin, reason, next };
        await tx.putRows([{ view: ownViews.refused, key: `${at} ${id}`, row }]);
      }
      if (refused.length + kept.length === 0) return;
      await dropOldest(tx);
      await uncover(tx, state);
      state.moves += 1;
    });
  }

  /** Throws the rows of the tail away: they come back from its events as those are now. */
  foldTailAgain(): Promise<void> {
    return this.#change(uncover);
  }

  /** Whatever is still in the tail is sent again: the hub has no place for it, or has lost it. */
  offerAgain(): Promise<void> {
    return this.#change(async (_tx, state) => {
      state.offered = Math.min(state.offered, state.first - 1);
    });
  }

  /** Newest first. */
  refusals(): Promise<readonly RefusedEvent[]> {
    return this.#store.base.read(this.#project, async (tx) =>
      (await tx.listRows(ownViews.refused, { limit: refusalsKept + 1 }))
        .map(({ row }) => row as unknown as RefusedEvent)
        .toReversed(),
    );
  }

  /** A person has seen it. Returns how many are left. */
  dropRefusal({ at, id }: Pick<RefusedEvent, "at" | "id">): Promise<number> {
    return this.#store.base.write(this.#project, async (tx) => {
      await tx.putRows([{ view: ownViews.refused, key: `${at} ${id}`, row: undefined }]);
      return tx.countRows(ownViews.refused);
    });
  }

  noteExchange(row: JsonObject): Promise<void> {
    return this.#change((tx) => tx.putRows([{ ...exchangeKey, row }]));
  }

  noteForgetting(reached: Partial<Forgetting>): Promise<void> {
    return this.#change(async (_tx, state) => {
      state.forgetting = { ...state.forgetting, ...reached };
    });
  }

  #change(work: (tx: WriteTransaction, state: TailState) => Promise<void>): Promise<void> {
    return this.#store.base.write(this.#project, (tx) =>
      writing(
        tx,
        this.#project,
        (_tx, state) => state,
        async (state) => {
          if ("first" in state) await work(tx, state);
        },
      ),
    );
  }
}

async function taken(tail: WritableTail, id: string): Promise<SentEvent | undefined> {
  const ordinal = await tail.ordinalOf(ownViews.ids, id);
  if (ordinal === undefined) return undefined;
  const [entry] = await tail.entriesFrom(ordinal, 1);
  await tail.remove(ordinal);
  return entry?.event;
}

async function uncover(tx: WriteTransaction, state: TailState): Promise<void> {
  await new WritableRows(tx, state).uncoverAll();
  state.marks = null;
}

const exchangeKey = { view: ownViews.team, key: "exchange" };

async function dropOldest(tx: WriteTransaction): Promise<void> {
  const tooMany = (await tx.countRows(ownViews.refused)) - refusalsKept;
  if (tooMany <= 0) return;
  const oldest = await tx.listRows(ownViews.refused, { limit: tooMany });
  await tx.putRows(oldest.map(({ key }) => ({ view: ownViews.refused, key, row: undefined })));
}

/** Another machine has recorded the same work under the same key: it keeps the key. */
async function withFreeKey(tx: WriteTransaction, event: RecordedEvent): Promise<RecordedEvent> {
  const { key, ...rest } = event;
  return key === undefined || (await tx.eventByKey(key)) === undefined ? event : rest;
}

function hasOwnLog(project: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `'${project}' has a log of its own`, {
    field: "project",
    next: "share it under another name, and take its log over",
  });
}
