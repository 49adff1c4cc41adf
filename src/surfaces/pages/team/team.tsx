import type { Result } from "../../../verbs/frame/handle.js";
import { defineView } from "../view.js";
import { HubTeam } from "./hub-team.js";
import { JoinedTeam, NotShared } from "./joined-team.js";

interface TeamData {
  readonly status: Result<"team status">;
  /** Null on a machine of a member, which knows its hub and not who else is there. */
  readonly members: Result<"team members"> | null;
}

/** Who shares what is learned: on a hub its members, elsewhere how this machine stands with its hub. */
export const team = defineView<TeamData>({
  title: "Team",
  async load(call) {
    const status = await call("team status", {});
    return { status, members: status.onHub ? await call("team members", {}) : null };
  },
  Body: ({ data: { status, members }, place }) => {
    if (members !== null) return <HubTeam data={members} place={place} />;
    return status.hub === null ? <NotShared status={status} /> : <JoinedTeam status={status} place={place} />;
  },
});
