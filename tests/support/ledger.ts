import { defaults } from "../../src/base/config/settings.js";
import { uuidV7 } from "../../src/base/ids.js";
import { projections } from "../../src/lessons/projections.js";
import { isoTime } from "../../src/log/events/time.js";
import type { Projection } from "../../src/log/projection.js";
import { Ledger, type LedgerOptions } from "../../src/log/store/ledger.js";
import { MemoryStore } from "../../src/log/store/memory.js";

export const startOfTest = Date.parse("2026-03-01T00:00:00.000Z");

/** A clock that a test moves by hand. */
export function movingClock(start = startOfTest) {
  const clock = {
    now: start,
    read: () => clock.now,
    advance: (ms: number) => (clock.now += ms),
    iso: () => isoTime(clock.now),
  };
  return clock;
}

interface LedgerChanges extends Omit<Partial<LedgerOptions>, "views" | "projections"> {
  readonly projections?: readonly Projection[];
}

/** A ledger over a store in memory, unless a test brings its own. */
export function ledgerOver({ projections: folds = projections, ...changes }: LedgerChanges = {}): Ledger {
  const clock = changes.clock ?? movingClock().read;
  return new Ledger({
    store: new MemoryStore(),
    project: "test",
    views: folds,
    projections: async () => folds,
    config: defaults,
    clock,
    newId: uuidV7(clock),
    ...changes,
  });
}
