import type { Variables } from "../../base/config/environment.js";
import { WhetstoneError } from "../../base/errors.js";
import { PushQueue, pullEvents } from "../../hub/exchange/push-events.js";
import { PostgresRoster } from "../../hub/postgres/postgres-roster.js";
import type { PullAnswer, PushAnswer, SentEvent } from "../../hub/rights/hub.js";
import { type Caller, hasRole } from "../../hub/rights/roles.js";
import type { Roster } from "../../hub/rights/roster.js";
import { isBroughtBy } from "../../lessons/forget/forget-target.js";
import type { Store } from "../../log/store/store.js";
import type { Context } from "../call/context.js";
import type { Speaker } from "../call/speaker.js";
import { contextFor } from "./context-for.js";
import { openPostgres } from "./open-postgres.js";
import { handleOf } from "./open-whetstone.js";
import { checkStoreUrl } from "./store-url.js";
import type { Whetstone } from "./whetstone.js";

export interface HubOptions {
  /** The address of the database. */
  readonly url: string;
  /** A folder without files of its own, in which projects are opened. */
  readonly folder: string;
  readonly env: Variables;
  readonly busyWaitMs: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Somebody who calls a project of a hub, and how the verbs see that. */
export interface HubSpeaker {
  readonly speaker: Speaker;
  readonly caller: Caller;
  /** The id of the key; undefined for a caller that works on the database itself. */
  readonly key?: string | undefined;
}

/** A project that nobody called for this long is closed. */
const idleMs = 300_000;
/** Connections of one hub for logs and views. */
const connections = 20;

interface OpenProject {
  readonly context: Context;
  readonly pushes: PushQueue;
  users: number;
  usedAt: number;
}

/** A project as somebody calls it. Whatever verb a reader calls, it writes nothing. */
export function contextAs(context: Context, roster: Roster, as: HubSpeaker): Context {
  const { speaker, caller, key } = as;
  const called = { ...context, ...speaker, hub: { roster, caller, key } };
  return hasRole(caller.role, "agent") ? called : { ...called, beforeWriting: refuseReader };
}

function refuseReader(): never {
  throw new WhetstoneError("not_allowed", "a reader reads what was learned, and records nothing", {
    field: "role",
    next: "ask an admin of the project for the role developer or agent",
  });
}

/** The projects of one database, each opened when it is first called, all over the same connections. */
export class OpenedHub {
  readonly roster: Roster;
  readonly #options: HubOptions;
  readonly #store: Store;
  readonly #open = new Map<string, OpenProject>();

  constructor(options: HubOptions) {
    this.#options = options;
    this.#store = openPostgres(options.url, options.busyWaitMs, connections);
    this.roster = new PostgresRoster(options.url);
  }

  get projectsOpen(): number {
    return this.#open.size;
  }

  use<T>(project: string, as: HubSpeaker, work: (ws: Whetstone) => Promise<T>): Promise<T> {
    return this.#with(project, ({ context }) => work(handleOf(contextAs(context, this.roster, as))));
  }

  push(project: string, caller: Caller, events: readonly SentEvent[]): Promise<PushAnswer> {
    return this.#with(project, ({ pushes }) => pushes.push(caller, events));
  }

  pull(project: string, since: number, limit: number): Promise<PullAnswer> {
    return this.#with(project, ({ context }) => pullEvents(context, since, limit));
  }

  /** Whether a member brought a lesson, or a text, that is to be forgotten. */
  isBroughtBy(project: string, named: Parameters<typeof isBroughtBy>[1], member: string): Promise<boolean> {
    return this.#with(project, ({ context }) => isBroughtBy(context, named, member));
  }

  head(project: string): Promise<number> {
    return this.#store.read(project, (tx) => tx.head());
  }

  async closeIdle(): Promise<void> {
    const now = this.#options.clock();
    for (const [project, { context, pushes, users, usedAt }] of [...this.#open]) {
      if (users > 0 || now - usedAt < idleMs) continue;
      this.#open.delete(project);
      pushes.close();
      await context.close();
    }
  }

  /** Waits for what runs. */
  async close(): Promise<void> {
    for (const { context, pushes } of this.#open.values()) {
      pushes.close();
      await context.close();
    }
    this.#open.clear();
    await this.#store.close();
    await this.roster.close();
  }

  async #with<T>(project: string, work: (opened: OpenProject) => Promise<T>): Promise<T> {
    const opened = this.#opened(project);
    opened.users += 1;
    try {
      return await work(opened);
    } finally {
      opened.users -= 1;
      opened.usedAt = this.#options.clock();
    }
  }

  #opened(project: string): OpenProject {
    const known = this.#open.get(project);
    if (known !== undefined) return known;
    const { folder, env, clock } = this.#options;
    const options = { root: folder, env, clock, project, origin: "tool:hub", actor: "hub" };
    const context = contextFor(options, { store: partOf(this.#store) });
    const opened = { context, pushes: new PushQueue(context.ledger, clock), users: 0, usedAt: clock() };
    this.#open.set(project, opened);
    return opened;
  }
}

/** A handle on a store that others use too: closing it closes nothing. */
function partOf(store: Store): Store {
  return {
    kind: store.kind,
    // Members have no use for the address, and some of them no right to know it.
    location: "the database of the hub",
    get replacements() {
      return store.replacements;
    },
    read: (project, work, options) => store.read(project, work, options),
    write: (project, work, options) => store.write(project, work, options),
    inspect: () => store.inspect(),
    backUp: () => store.backUp(),
    scrub: () => store.scrub(),
    restore: (project, backup) => store.restore(project, backup),
    close: async () => undefined,
  };
}

/**
 * Members and keys without the log that tells of them, for tests and benches.
 * @internal
 */
export function openRoster(url: string): Roster {
  checkStoreUrl(url);
  return new PostgresRoster(url);
}
