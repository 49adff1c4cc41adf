import { ownShare } from "../../base/config/foreign-settings.js";
import type { LoadedConfig } from "../../base/config/load.js";
import type { JoinedHub } from "../../base/project/team-link.js";
import type { Caller } from "../../hub/rights/roles.js";
import type { Sharing } from "../../hub/rights/shared-event.js";

/** What leaves this machine, and who sends it. */
export function sharingOf(
  loaded: Pick<LoadedConfig, "config" | "sources">,
  hub: Pick<JoinedHub, "member" | "kind" | "role">,
  home: string,
): Sharing {
  // The hub said it, and `HttpHub` checked it.
  const caller = { member: hub.member, kind: hub.kind, role: hub.role } as Caller;
  return { caller, share: ownShare(loaded), home };
}
