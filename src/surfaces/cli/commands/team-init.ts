import { WhetstoneError } from "../../../base/errors.js";
import { defineCommand } from "../command.js";
import { teamOptions, withTeam } from "../team-roster.js";
import { validUntil } from "../valid-until.js";

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
    const invited = await withTeam(context, async (ws, project) => {
      if ((await ws.team.members()).members.length > 0) throw begunAlready(project);
      return ws.team.invite({ member: context.args.admin, role: "admin" });
    });
    context.printer.result(invited, () =>
      [
        `The project '${invited.project}' has its first admin, ${invited.member}.`,
        `Key, shown only now and ${validUntil(invited.expiresAt)}:`,
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
