import type { LoadedConfig } from "../../base/config/load.js";
import type { Places } from "../../base/project/places.js";
import { withoutPassword } from "../../base/text/without-password.js";
import { LazySharedStore } from "../../hub/shared/lazy-shared-store.js";
import { isoTime } from "../../log/events/time.js";
import { LazyStore } from "../../log/store/lazy-store.js";
import { MemoryStore } from "../../log/store/memory.js";
import { SqliteStore } from "../../log/store/sqlite/sqlite-store.js";
import type { Store } from "../../log/store/store.js";
import { checkStoreUrl, ownStoreUrl } from "./store-url.js";

/** With `isShared` a project in it is shared by a hub. */
export function chooseStore(
  loaded: LoadedConfig,
  places: Places,
  clock: () => number,
  isShared: boolean,
): Store {
  const { config } = loaded;
  if (config.store.kind === "memory") return new MemoryStore();
  const url = ownStoreUrl(loaded);
  if (url !== "") return latePostgres(url, config.store.busyWaitMs);
  const { busyWaitMs, synchronous, backupsKept } = config.store;
  const file = new SqliteStore({
    file: places.database,
    backups: { folder: places.backups, kept: backupsKept, now: () => isoTime(clock()) },
    busyWaitMs,
    synchronous,
    unique: () => crypto.randomUUID(),
  });
  return isShared ? new LazySharedStore(file) : file;
}

/** Only what is learned in a file of this machine can be shared by a hub. */
export function isInFile(loaded: LoadedConfig): boolean {
  return loaded.config.store.kind !== "memory" && ownStoreUrl(loaded) === "";
}

/** The code for a database on a server is loaded with its first use. */
function latePostgres(url: string, busyWaitMs: number): Store {
  checkStoreUrl(url);
  return new LazyStore({
    kind: "postgres",
    location: withoutPassword(url),
    open: async () => (await import("./open-postgres.js")).openPostgres(url, busyWaitMs),
  });
}
