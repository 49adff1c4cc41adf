import { dirname } from "node:path";
import { PostgresStore } from "../../src/hub/postgres/postgres-store.js";
import type { Store } from "../../src/log/store/store.js";
import { sqliteIn } from "./sqlite.js";

/** A handle on a store that another process may have open too, by its adapter and its place. */
export async function openShared(kind: string, location: string): Promise<Store> {
  return kind === "postgres"
    ? new PostgresStore({ url: location, busyWaitMs: 600_000, unique: () => crypto.randomUUID() })
    : sqliteIn(dirname(location));
}
