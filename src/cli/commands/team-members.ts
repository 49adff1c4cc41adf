import { table } from "../../terminal/table.js";
import { defineCommand } from "../command.js";
import { teamOptions, teamPlace, withRoster } from "../team-roster.js";

export const command = defineCommand({
  name: "members",
  summary: "List the members of a project, or remove one",
  description:
    "Lists who has a role in the project. With --remove somebody has none any more, and none of their keys " +
    "opens it from the next call on. What they recorded stays.",
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
    const { url, project } = teamPlace(context);
    const { remove } = context.values;
    const members = await withRoster(url, async (roster) => {
      if (remove !== undefined) await roster.setRole(remove, project, null, new Date().toISOString());
      return roster.membersOf(project);
    });
    context.printer.result({ project, members }, () =>
      members.length === 0
        ? `'${project}' has no members; 'whetstone team init' makes the first admin.`
        : table(members.map(({ member, role, since }) => [member, role, `since ${since}`])).trimEnd(),
    );
  },
});
