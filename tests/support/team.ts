import { defaults } from "../../src/base/config/settings.js";
import { uuidV7 } from "../../src/base/ids.js";
import { PushQueue, pullEvents } from "../../src/hub/exchange/push-events.js";
import type { Hub } from "../../src/hub/rights/hub.js";
import type { Caller } from "../../src/hub/rights/roles.js";
import { sharedEvent } from "../../src/hub/rights/shared-event.js";
import { SharedStore } from "../../src/hub/shared/shared-store.js";
import type { Whetstone } from "../../src/index.js";
import { MemoryStore } from "../../src/log/store/memory.js";
import type { Store } from "../../src/log/store/store.js";
import { LessonSearch } from "../../src/search/lesson-search.js";
import type { Context } from "../../src/verbs/call/context.js";
import { handleOf } from "../../src/verbs/open/open-whetstone.js";
import { contextWith } from "./context-with.js";
import { ledgerOver, movingClock } from "./ledger.js";

/** A project whose lessons are found by words. */
export function contextOver(store: Store, project: string, changes: Partial<Context> = {}): Context {
  const settings = defaults.retrieval;
  const search = new LessonSearch({ folder: undefined, settings, model: undefined });
  const clock = movingClock().read;
  return {
    ...contextWith(async () => search),
    clock,
    ledger: ledgerOver({ store, project, clock, newId: uuidV7(clock), batchEvents: 7 }),
    ...changes,
  };
}

/** The hub's own code over a store in memory, without a network. */
export class LedgerHub {
  readonly context = contextOver(new MemoryStore(), "the-team");
  // Tests date events up to twelve days ahead, and these are not to wait here.
  readonly pushes = new PushQueue(this.context.ledger, () => this.context.clock() + 1_000_000_000);
  /** A handle of an admin. */
  readonly ws: Whetstone = handleOf(this.context);
  readonly confirmed = new Map<string, number>();

  for(caller: Caller): Hub {
    return {
      whoAmI: async () => ({ ...caller, project: "the-team" }),
      push: (events) => this.pushes.push(caller, events),
      pull: (since, limit) => pullEvents(this.context, since, limit),
      confirmForgotten: async (machine, seq) => {
        this.confirmed.set(machine, Math.max(seq, this.confirmed.get(machine) ?? 0));
      },
    };
  }
}

/** A member's machine: its project has a name of its own, as on every machine. */
export function machineOf(
  caller: Caller,
  base: Store = new MemoryStore(),
  clock = movingClock().read,
): Context {
  const project = `team-of-${caller.member}`;
  const sharing = { caller, share: "lessons", home: `/home/${caller.member}` } as const;
  const store = new SharedStore(base);
  const ledger = ledgerOver({
    store,
    project,
    clock,
    newId: uuidV7(clock),
    batchEvents: 7,
    admit: async () => (event) => sharedEvent(event, sharing),
  });
  return contextOver(store, project, { ledger, clock });
}
