import { table } from "../../../base/terminal/table.js";
import type { TeamMembers } from "../../../hub/exchange/team-members.js";
import { defineCommand } from "../command.js";
import { reasonOption, teamOptions, withTeam } from "../team-roster.js";

export const command = defineCommand({
  name: "keys",
  summary: "List the keys of a project, or revoke one",
  description:
    "Lists the keys of the project: their owners, how long they are valid, and when each was last used, " +
    "to the minute. Only the hashes of keys are kept. A revoked key stops working with the next call, at " +
    "every hub.",
  arguments: [],
  options: {
    ...teamOptions,
    revoke: { type: "string", value: "ID", about: "Revoke the key with this id." },
    ...reasonOption,
  },
  examples: [
    { run: "whetstone team keys", about: "Which keys are there?" },
    { run: "whetstone team keys --revoke 3f9a0c1b2d4e", about: "One was lost:" },
  ],
  async run(context) {
    const { revoke, reason } = context.values;
    const { project, keys } = await withTeam(context, async (ws) => {
      if (revoke !== undefined) await ws.team.revoke({ key: revoke, reason });
      return ws.team.members();
    });
    context.printer.result({ project, keys }, () =>
      keys.length === 0
        ? `'${project}' has no keys; 'whetstone team invite' makes one.`
        : table(keys.map((key) => [key.id, key.member, key.kind, validityOf(key), usedText(key)])).trimEnd(),
    );
  },
});

type Key = TeamMembers["keys"][number];

function validityOf({ state, revokedAt, expiresAt }: Key): string {
  if (state === "revoked") return `revoked ${revokedAt}`;
  if (expiresAt === null) return "valid";
  return state === "valid" ? `valid until ${expiresAt}` : `expired ${expiresAt}`;
}

function usedText({ lastUsedAt }: Key): string {
  return lastUsedAt === null ? "never used" : `last used ${lastUsedAt}`;
}
