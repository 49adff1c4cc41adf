import { inviteMember } from "../../app/team-acts.js";
import { WhetstoneError } from "../../errors.js";
import { keyDays } from "../../team/key-text.js";
import { defineCommand } from "../command.js";
import { teamOptions, withTeam } from "../team-roster.js";

export const command = defineCommand({
  name: "init",
  summary: "Create a project on a hub's database, with its first admin",
  description: [
    "Creates the tables in the database, if they are missing, and the first admin of a project. Prints the " +
      "admin's key once: only its hash is kept.",
    "Run it where the database can be reached. After that 'whetstone serve --team' serves the project, and " +
      "'whetstone team invite' adds members.",
  ].join("\n\n"),
  arguments: [{ name: "admin", about: "The name of the first admin.", required: true }],
  options: teamOptions,
  examples: [
    {
      run: "whetstone team init ada --store postgres://whetstone@db/whetstone --project shop",
      about: "Begin the project shop:",
    },
  ],
  async run(context) {
    const now = new Date().toISOString();
    const invited = await withTeam(context, async (team) => {
      const { project } = team.ledger;
      if ((await team.roster.membersOf(project)).length > 0) throw begunAlready(project);
      const admin = { project, member: context.args.admin, role: "admin", kind: "person" } as const;
      return inviteMember(team, { ...admin, days: keyDays }, now);
    });
    context.printer.result(invited, () =>
      [
        `The project '${invited.project}' has its first admin, ${invited.member}.`,
        `Key, shown only now and valid until ${invited.expiresAt}:`,
        `  ${invited.key}`,
      ].join("\n"),
    );
  },
});

function begunAlready(project: string): WhetstoneError {
  return new WhetstoneError("invalid_usage", `the project '${project}' has members already`, {
    next: "add more with 'whetstone team invite'",
  });
}
