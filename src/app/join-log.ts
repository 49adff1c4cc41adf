import type { Ledger } from "../store/ledger.js";
import type { Context } from "./context.js";

/**
 * A shared project is a log of its own in the same store: the ledger's `project` is then not the key of the
 * folder but the name that was chosen when it was joined, and its store `new SharedStore(base)`. A project of
 * a `SharedStore` that was not joined, or was left, is as it is in the base.
 */
export interface Joined {
  /** Events of the local log that are in the tail now, and those that stay on this machine. */
  readonly taken: number;
  readonly leftOut: number;
}

/** What a local log would send, before somebody joins: by type of event. */
export interface JoinPreview {
  readonly events: readonly { readonly type: string; readonly count: number }[];
  readonly leftOut: readonly { readonly type: string; readonly count: number }[];
  /** Fields that are cut before anything is sent, such as `error-recorded.stackTrace`. */
  readonly cut: readonly { readonly field: string; readonly count: number }[];
}

/** `joinLog(context, from)`: makes the context's (empty) project a shared one, with the log `from` as tail. */
export type JoinLog = (context: Context, from: Ledger | undefined) => Promise<Joined>;

/** `previewJoin(context, from)`: changes nothing. */
export type PreviewJoin = (context: Context, from: Ledger) => Promise<JoinPreview>;

/** `leaveLog(context)`: what is there stays as an ordinary local log. Returns its number of events. */
export type LeaveLog = (context: Context) => Promise<number>;
