import type { RecordedEvent } from "../../log/events/envelope.js";
import type { Caller } from "./roles.js";

/** Events in one push at most, and in one pull. */
export const batchEvents = 500;

/** An event of a machine's own log, before the hub has given it a place. */
export type SentEvent = Omit<RecordedEvent, "project" | "seq">;

/** What became of one event of a push. */
export type PushedEvent =
  /** It has this place: since now, or since an earlier push of the same id. */
  | { readonly id: string; readonly seq: number }
  /** It will never have one, however often it is sent, unless the refusal says `isLater`. */
  | { readonly id: string; readonly refused: HubRefusal };

export interface HubRefusal {
  readonly reason: string;
  readonly next: string;
  /** The hub may take it in later: once it has been updated, or once the time of the event has come. */
  readonly isLater?: true;
}

export interface PushAnswer {
  /** One for each event that was sent, in their order. */
  readonly events: readonly PushedEvent[];
  /** The place of the newest event on the hub. */
  readonly head: number;
}

export interface PullAnswer {
  /**
   * In the hub's order, without a gap, from the one after `since`. The hub may have changed what it was sent:
   * the actor is the member's, and claims that the key cannot make are lowered.
   */
  readonly events: readonly RecordedEvent[];
  readonly head: number;
}

/**
 * One project of a hub, for one key. The hub's log has the order that counts. Fails with `not_allowed` where
 * the key is not valid or has no role in the project, and with `unreachable` where there is no answer; after
 * that a push can be sent again as it was.
 */
export interface Hub {
  whoAmI(): Promise<Caller & { readonly project: string }>;
  /** At most `batchEvents` of them. All that are not refused get places, or, where it fails, none does. */
  push(events: readonly SentEvent[]): Promise<PushAnswer>;
  /** At most `limit` events, and never more than `batchEvents`. */
  pull(since: number, limit: number): Promise<PullAnswer>;
  /**
   * This machine holds none of the texts any more whose tombstones have this place or an earlier one. The hub
   * keeps the highest place of each machine; the same call again changes nothing.
   */
  confirmForgotten(machine: string, seq: number): Promise<void>;
}
