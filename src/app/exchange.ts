import type { Ledger } from "../store/ledger.js";
import type { Hub, HubRefusal } from "../team/hub.js";
import type { Context } from "./context.js";

export interface ExchangeOptions {
  readonly hub: Hub;
  /** The name by which the hub lists this machine. */
  readonly machine: string;
  /** Logs of this project on this machine from before it was shared: what is forgotten is blanked there too. */
  readonly formerLogs?: readonly Ledger[];
}

/** What one exchange did. */
export interface Exchanged {
  /** ISO 8601. */
  readonly at: string;
  /** How many events the hub has given places, and how many it refused for good. */
  readonly sent: number;
  readonly refused: number;
  /** Events that stay in the tail until the hub is updated. */
  readonly waiting: number;
  readonly pulled: number;
  /** How far this machine has the hub's log, and how long that is. */
  readonly position: number;
  readonly hubHead: number;
  /** How many of this machine's events the hub has not numbered yet, or has and this machine did not hear. */
  readonly tail: number;
  /** Why nothing more can be pulled, and what to do: an event of a newer program. Undefined if all is well. */
  readonly stopped?: HubRefusal;
}

/** The last exchange as a project remembers it, for `status`. */
export interface ExchangeState extends Omit<Exchanged, "at"> {
  /** Null before the first. */
  readonly at: string | null;
  /** What went wrong with the last try; null if nothing did. */
  readonly error: { readonly at: string; readonly message: string; readonly next: string | null } | null;
  /** Refused for good: newest first. */
  readonly refusals: readonly RefusedAct[];
}

export interface RefusedAct extends HubRefusal {
  readonly at: string;
  readonly id: string;
  readonly type: string;
  readonly actor: string;
  readonly origin: string;
}

/**
 * Sends what the hub has not seen, takes in what came. Throws `unreachable`, `not_allowed` and what the store
 * throws; whatever happened until then stays, and the next call goes on from there.
 * `exchange(context, options)`; the context's ledger is over a `SharedStore` (store/shared/shared-store.ts).
 */
export type Exchange = (context: Context, options: ExchangeOptions) => Promise<Exchanged>;

/** `exchangeState(context)`: undefined for a project that is not shared. */
export type ReadExchangeState = (context: Context) => Promise<ExchangeState | undefined>;
