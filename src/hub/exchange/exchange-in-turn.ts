import { join } from "node:path";
import { makeFolder } from "../../base/files/make-folder.js";
import { TurnFile } from "../../base/files/turn-file.js";
import { type JoinedHub, type TeamLink, writeTeamLink } from "../../base/project/team-link.js";
import type { Context } from "../../verbs/call/context.js";
import type { Hub } from "../rights/hub.js";
import { type Exchanged, exchange } from "./exchange.js";

/** How to reach a hub. */
export type Connect = (hub: JoinedHub) => Hub;

/**
 * One exchange with the hub. Undefined while another process of this machine has one with it: two at once would
 * do no harm, and everything twice.
 */
export async function exchangeInTurn(context: Context, connect: Connect): Promise<Exchanged | undefined> {
  const { team, places } = context;
  const joined = team?.hub ?? undefined;
  if (team === undefined || joined === undefined) return undefined;
  makeFolder(places.data);
  const turn = TurnFile.take(join(places.data, "exchange.turn"));
  if (turn === undefined) return undefined;
  try {
    const hub = connect(joined);
    const formerLogs = context.formerLogs?.() ?? [];
    const done = await exchange(context, { hub, machine: joined.machine, formerLogs });
    await noteRole(places.teams, team, joined, hub);
    return done;
  } finally {
    turn.release();
  }
}

/** An admin may have changed what this member may do. */
async function noteRole(teams: string, team: TeamLink, joined: JoinedHub, hub: Hub): Promise<void> {
  const { member, kind, role } = await hub.whoAmI();
  if (member === joined.member && kind === joined.kind && role === joined.role) return;
  writeTeamLink(teams, { ...team, hub: { ...joined, member, kind, role } });
}
