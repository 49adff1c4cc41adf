import { PostgresStore } from "../../hub/postgres/postgres-store.js";
import { checkStoreUrl } from "./store-url.js";

export function openPostgres(url: string, busyWaitMs: number, connections?: number): PostgresStore {
  checkStoreUrl(url);
  return new PostgresStore({
    url,
    busyWaitMs,
    unique: () => crypto.randomUUID(),
    ...(connections === undefined ? {} : { connections }),
  });
}
