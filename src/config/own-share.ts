import type { LoadedConfig } from "./load.js";
import type { Config } from "./settings.js";

/** A file in a clone cannot decide that more leaves the machine than its person has agreed to. */
export function ownShare({
  config,
  sources,
}: Pick<LoadedConfig, "config" | "sources">): Config["team"]["share"] {
  return sources.get("team.share")?.from === "file" ? "lessons" : config.team.share;
}
