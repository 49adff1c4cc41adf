import { table } from "../../../base/terminal/table.js";
import { oneLine } from "../../../base/text/one-line.js";
import { defineCommand } from "../command.js";
import { reasonOption, teamOptions, withTeam } from "../team-roster.js";

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
    ...reasonOption,
  },
  examples: [
    { run: "whetstone team members", about: "Who is in the project of this folder?" },
    { run: "whetstone team members --remove bob", about: "Bob leaves:" },
  ],
  async run(context) {
    const { remove, reason } = context.values;
    const { project, members, machines, changes } = await withTeam(context, async (ws) => {
      if (remove !== undefined) await ws.team.remove({ member: remove, reason });
      return ws.team.members();
    });
    context.printer.result({ project, members, machines, changes }, () =>
      [
        members.length === 0
          ? `'${project}' has no members; 'whetstone team init' makes the first admin.`
          : table(members.map(({ member, role, since }) => [member, role, `since ${since}`])).trimEnd(),
        ...(machines.length === 0 ? [] : ["", "Machines that exchange with the hub:"]),
        ...machines.map(
          ({ member, machine, position, exchangedAt }) =>
            `  ${member}'s ${oneLine(machine, 60)}  ${position === null ? "" : `event ${position}, ${exchangedAt}`}`,
        ),
        ...(changes.length === 0 ? [] : ["", "Last changes, from the log:"]),
        ...changes.map(
          ({ at, by, what, reason: why }) =>
            `  ${at}  ${what}, by ${by}${why === null ? "" : `: ${oneLine(why, 200)}`}`,
        ),
      ].join("\n"),
    );
  },
});
