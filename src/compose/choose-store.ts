import type { LoadedConfig } from "../config/load.js";
import { isoTime } from "../events/time.js";
import type { Places } from "../project/places.js";
import { MemoryStore } from "../store/memory.js";
import { SqliteStore } from "../store/sqlite/sqlite-store.js";
import type { Store } from "../store/store.js";

export function chooseStore({ config }: LoadedConfig, places: Places, clock: () => number): Store {
  if (config.store.kind === "memory") return new MemoryStore();
  const { busyWaitMs, synchronous, backupsKept } = config.store;
  return new SqliteStore({
    file: places.database,
    backups: { folder: places.backups, kept: backupsKept, now: () => isoTime(clock()) },
    busyWaitMs,
    synchronous,
    unique: () => crypto.randomUUID(),
  });
}
