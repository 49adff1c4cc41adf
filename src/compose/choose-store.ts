import type { LoadedConfig } from "../config/load.js";
import { WhetstoneError } from "../errors.js";
import { isoTime } from "../events/time.js";
import type { Places } from "../project/places.js";
import { LateStore } from "../store/late-store.js";
import { MemoryStore } from "../store/memory.js";
import { SqliteStore } from "../store/sqlite/sqlite-store.js";
import type { Store } from "../store/store.js";
import { withoutPassword } from "../text/without-password.js";

export function chooseStore(loaded: LoadedConfig, places: Places, clock: () => number): Store {
  const { config } = loaded;
  if (config.store.kind === "memory") return new MemoryStore();
  const url = ownStoreUrl(loaded);
  if (url !== "") return latePostgres(url, config.store.busyWaitMs);
  const { busyWaitMs, synchronous, backupsKept } = config.store;
  return new SqliteStore({
    file: places.database,
    backups: { folder: places.backups, kept: backupsKept, now: () => isoTime(clock()) },
    busyWaitMs,
    synchronous,
    unique: () => crypto.randomUUID(),
  });
}

/** The code for a database on a server is loaded with its first use. */
function latePostgres(url: string, busyWaitMs: number): Store {
  checkStoreUrl(url);
  return new LateStore({
    kind: "postgres",
    location: withoutPassword(url),
    open: async () => (await import("./open-postgres.js")).openPostgres(url, busyWaitMs),
  });
}

export function checkStoreUrl(url: string): void {
  if (!/^postgres(ql)?:\/\/./.test(url))
    throw new WhetstoneError("invalid_config", "'store.url' must begin with postgres://", {
      field: "store.url",
      next: "give an address such as postgres://user@host/database",
    });
}

/** A file in a clone must not send what is learned to a server of its author's choice. */
export function ownStoreUrl({ config, sources }: Pick<LoadedConfig, "config" | "sources">): string {
  return sources.get("store.url")?.from === "file" ? "" : config.store.url;
}

/** What to tell the person whose project's file names a database; undefined where it names none. */
export function ignoredStoreUrl({ sources, file }: LoadedConfig): string | undefined {
  if (sources.get("store.url")?.from !== "file") return undefined;
  return `store.url in ${file} has no effect: only WHETSTONE_STORE_URL or an argument can name a database`;
}
