import { openWhetstone } from "../../compose/open-whetstone.js";
import { defineCommand } from "../command.js";
import { teamOptions, teamPlace, withRoster } from "../team-roster.js";

export const command = defineCommand({
  name: "status",
  summary: "Show a project of a hub: events, members and keys",
  description:
    "Shows how much the project holds on the hub's database, how many members it has, and how many of its " +
    "keys are valid.",
  arguments: [],
  options: teamOptions,
  examples: [{ run: "whetstone team status --project shop", about: "How is the project shop?" }],
  async run(context) {
    const { url, project } = teamPlace(context);
    const now = new Date().toISOString();
    const { members, keys } = await withRoster(url, async (roster) => ({
      members: await roster.membersOf(project),
      keys: await roster.keysIn(project),
    }));
    const isValid = ({ revokedAt, expiresAt }: (typeof keys)[number]) =>
      revokedAt === null && (expiresAt === null || expiresAt > now);
    const ws = await openWhetstone({ store: url, project, root: context.start, env: context.io.env });
    try {
      const { events } = (await ws.status()).log;
      const result = { project, events, members: members.length, validKeys: keys.filter(isValid).length };
      context.printer.result(result, () =>
        [
          `${project}: ${events} events`,
          `${result.members} members, ${result.validKeys} valid keys of ${keys.length}`,
        ].join("\n"),
      );
    } finally {
      await ws.close();
    }
  },
});
