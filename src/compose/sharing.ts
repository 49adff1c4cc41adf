import type { LoadedConfig } from "../config/load.js";
import { defaults } from "../config/settings.js";
import type { JoinedHub } from "../project/team-link.js";
import type { Caller } from "../team/roles.js";
import type { Sharing } from "../team/shared-event.js";

/** What leaves this machine. A file in a clone cannot say that more of it does. */
export function sharingOf(
  { config, sources }: Pick<LoadedConfig, "config" | "sources">,
  hub: Pick<JoinedHub, "member" | "kind" | "role">,
  home: string,
): Sharing {
  const isForeign = sources.get("team.share")?.from === "file";
  // The hub said it, and `HttpHub` checked it.
  const caller = { member: hub.member, kind: hub.kind, role: hub.role } as Caller;
  return { caller, share: isForeign ? defaults.team.share : config.team.share, home };
}
