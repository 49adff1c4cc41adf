import { WhetstoneError } from "../../base/errors.js";
import type { JsonObject } from "../../base/json.js";
import type { Remainder } from "../../lessons/forget/search-own-files.js";
import { resetIndex } from "../../lessons/search/lesson-index.js";
import { isoTime } from "../../log/events/time.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { Context } from "../../verbs/call/context.js";
import type { Hub, HubRefusal } from "../rights/hub.js";
import { type RefusedEvent, SharedProject } from "../shared/shared-project.js";
import type { SharedStore } from "../shared/shared-store.js";
import { type Pulled, pullAll, pushAll, type Sides } from "./exchange-log.js";
import { followForgotten, stillThere } from "./follow-forgotten.js";

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
  /** How many of this machine's events are not in its copy of the hub's log yet. */
  readonly tail: number;
  /** Why nothing more can be pulled, and what to do: an event of a newer program. Undefined if all is well. */
  readonly stopped?: HubRefusal;
  /** Files here that still hold what the team has forgotten, and what to do; the hub is told when none does. */
  readonly remains?: readonly Remainder[];
}

/** What a project remembers of its exchanges, for `status`. */
export interface ExchangeState {
  readonly position: number;
  readonly tail: number;
  /** The last exchange that went through; null before the first. */
  readonly last: Exchanged | null;
  /** What went wrong since then; null if nothing did. */
  readonly error: { readonly at: string; readonly message: string; readonly next: string | null } | null;
  /** What the hub refused for good, newest first. */
  readonly refusals: readonly RefusedEvent[];
}

/**
 * Takes in what came, sends what the hub has not seen, and takes in the places of that. The hub's news comes
 * first, so that nothing is sent that was forgotten meanwhile. Whatever was done when it fails stays done,
 * and the next exchange goes on from there; what was sent twice counts once.
 */
export async function exchange(context: Context, options: ExchangeOptions): Promise<Exchanged> {
  const { ledger } = context;
  const project = sharedProjectOf(context);
  if (project === undefined || (await project.standing()) === undefined) throw notShared(ledger.project);
  const now = () => isoTime(context.clock());
  try {
    const last = await exchanged(context, { ledger, project, hub: options.hub }, options);
    await project.noteExchange({ last: last as unknown as JsonObject, error: null });
    return last;
  } catch (error) {
    if (error instanceof WhetstoneError && error.code !== "closed")
      await noteExchangeFailure(project, error, now());
    throw error;
  }
}

async function exchanged(
  context: Context,
  sides: Sides,
  { machine, formerLogs = [] }: ExchangeOptions,
): Promise<Exchanged> {
  const { ledger, project } = sides;
  const now = () => isoTime(context.clock());
  const before = await pullAll(sides);
  const remains = await followUp(context, sides, machine, formerLogs);
  const { sent, waiting, refused } = await pushAll(sides, now);
  const after: Pulled = sent === 0 ? { ...before, events: 0 } : await pullAll(sides);
  if (after.stopped === undefined && after.position >= after.hubHead) await project.offerAgain();
  // What is only in the refused events must not be found any more.
  if (refused.length > 0) await resetIndex(context);
  // The tail is folded now, while nobody waits for it.
  const head = await ledger.read((reader) => reader.head());
  return {
    at: now(),
    sent,
    refused: refused.length,
    waiting,
    pulled: before.events + after.events,
    position: after.position,
    hubHead: after.hubHead,
    tail: head - after.position,
    ...(after.stopped === undefined ? {} : { stopped: after.stopped }),
    ...(remains.length === 0 ? {} : { remains }),
  };
}

/**
 * Forgets here what was forgotten on the hub, and tells the hub so once no file of this machine holds it.
 * Returns the files that still do.
 */
async function followUp(
  context: Context,
  sides: Sides,
  machine: string,
  formerLogs: readonly Ledger[],
): Promise<readonly Remainder[]> {
  const { project, hub } = sides;
  const { seen = 0, applied = 0, confirmed = 0 } = (await project.standing())?.forgetting ?? {};
  if (seen <= confirmed) return [];
  if (seen > applied) {
    const remains = await followForgotten(context, sides, { seen, applied }, formerLogs);
    await project.noteForgetting({ applied: seen, remains: [...remains] });
  }
  const remains = await stillThere(context, project);
  if (remains.length > 0) return remains;
  await hub.confirmForgotten(machine, seen);
  await project.noteForgetting({ confirmed: seen, remains: [] });
  return [];
}

/** Undefined for a project that is not shared. */
export async function exchangeState(context: Context): Promise<ExchangeState | undefined> {
  const project = sharedProjectOf(context);
  const standing = await project?.standing();
  if (project === undefined || standing === undefined) return undefined;
  const { last = null, error = null } = (standing.exchange ?? {}) as Partial<ExchangeState>;
  const { position, tail } = standing;
  return { position, tail, last, error, refusals: await project.refusals() };
}

export function sharedProjectOf({ ledger }: Context): SharedProject | undefined {
  const { base } = ledger.store as Partial<SharedStore>;
  return base === undefined ? undefined : new SharedProject({ base }, ledger.project);
}

async function noteExchangeFailure(project: SharedProject, { message, next }: WhetstoneError, at: string) {
  const { last = null } = ((await project.standing())?.exchange ?? {}) as { last?: JsonObject | null };
  await project.noteExchange({ last, error: { at, message, next: next ?? null } });
}

function notShared(project: string): WhetstoneError {
  return new WhetstoneError("invalid_input", `the project '${project}' is not shared with a hub`, {
    field: "project",
    next: "run 'whetstone team join' first",
  });
}
