import type { JsonObject } from "../../base/json.js";
import type { ReadTransaction, WriteTransaction } from "./store.js";

/** The views in which a shared project keeps what is not the hub's. No projection can have such a name. */
export const ownViews = {
  /** The state below, and what is known of the last exchange. */
  team: "team:",
  /** Own events that the hub's log does not hold yet, by their ordinal; then where each is by id and by key. */
  tail: "team:tail",
  ids: "team:tail-ids",
  keys: "team:tail-keys",
  /** What the hub refused for good. */
  refused: "team:refused",
};

const stateKey = { view: ownViews.team, key: "state" };

/** How far this machine has come with texts that were forgotten on the hub: places of tombstones. */
export interface Forgetting {
  /** Taken in with the log. */
  readonly seen: number;
  /** Blanked in every copy here. */
  readonly applied: number;
  /** Told to the hub. */
  readonly confirmed: number;
  /** Files that held a text afterwards, and what to do about each. */
  readonly remains: readonly { readonly file: string; readonly next: string }[];
}

/** What a shared project has beyond the hub's log and its rows: one row, read with every transaction. */
export interface TailState {
  /** Ordinals of the tail: from `first` to the one before `next`. */
  first: number;
  next: number;
  /** The last ordinal that was sent to the hub and answered. */
  offered: number;
  /** How often events at the end of the log changed their places or went away. */
  moves: number;
  /** The views that have rows in the upper layer. */
  patched: string[];
  /** The marks of the upper layer, as text, and the head of the whole log that they were written at. */
  marks: { text: string; head: number } | null;
  forgetting: Forgetting;
}

export const newTail: TailState = {
  first: 1,
  next: 1,
  offered: 0,
  moves: 0,
  patched: [],
  marks: null,
  forgetting: { seen: 0, applied: 0, confirmed: 0, remains: [] },
};

/** Undefined for a project that is not shared. */
export async function readTailState(tx: ReadTransaction): Promise<TailState | undefined> {
  const [row] = await tx.getRows([stateKey]);
  return row as TailState | undefined;
}

export function writeTailState(tx: WriteTransaction, state: TailState | undefined): Promise<void> {
  return tx.putRows([{ ...stateKey, row: state as JsonObject | undefined }]);
}

export function tailLength({ first, next }: TailState): number {
  return next - first;
}

/** Whether rows are about the sharing itself or above the hub's: no fold of the log makes them. */
export function isOwnView(view: string): boolean {
  return view.startsWith(ownViews.team);
}
