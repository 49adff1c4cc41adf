import type { LoadedConfig } from "../../base/config/load.js";
import { WhetstoneError } from "../../base/errors.js";

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
