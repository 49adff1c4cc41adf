import { removeMember } from "../../app/team-acts.js";
import { changesIn } from "../../app/team-changes.js";
import { table } from "../../terminal/table.js";
import { defineCommand } from "../command.js";
import { teamOptions, withTeam } from "../team-roster.js";

export const command = defineCommand({
  name: "members",
  summary: "List the members of a project, or remove one",
  description:
    "Lists the members of the project. --remove takes a member's role away, and their keys stop working " +
    "with the next call. What they recorded stays. The last changes of members and keys are shown from " +
    "the log, which holds all of them: 'whetstone log --type member-' and '--type key-'.",
  arguments: [],
  options: {
    ...teamOptions,
    remove: { type: "string", value: "MEMBER", about: "Take the role of this member away." },
  },
  examples: [
    { run: "whetstone team members", about: "Who is in the project of this folder?" },
    { run: "whetstone team members --remove bob", about: "Bob leaves:" },
  ],
  async run(context) {
    const { remove } = context.values;
    const { project, members, changes } = await withTeam(context, async (team) => {
      const { project } = team.ledger;
      if (remove !== undefined) await removeMember(team, remove, new Date().toISOString());
      return { project, members: await team.roster.membersOf(project), changes: await changesIn(team) };
    });
    context.printer.result({ project, members, changes }, () =>
      [
        members.length === 0
          ? `'${project}' has no members; 'whetstone team init' makes the first admin.`
          : table(members.map(({ member, role, since }) => [member, role, `since ${since}`])).trimEnd(),
        ...(changes.length === 0 ? [] : ["", "Last changes, from the log:"]),
        ...changes.map(({ at, by, what }) => `  ${at}  ${what}, by ${by}`),
      ].join("\n"),
    );
  },
});
