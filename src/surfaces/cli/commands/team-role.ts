import { roleMeanings, roles } from "../../../hub/rights/roles.js";
import { defineCommand } from "../command.js";
import { reasonOption, teamOptions, withTeam } from "../team-roster.js";

export const command = defineCommand({
  name: "role",
  summary: "Give a member another role",
  description: [
    "Changes what a member may do, from the next call on. The member's keys stay as they are: unlike 'whetstone " +
      "team invite' it makes none. A project's only admin stays one.",
    `Roles: ${roles.map((role) => `${role} ${roleMeanings[role]}`).join("; ")}.`,
  ].join("\n\n"),
  arguments: [
    { name: "member", about: "The name of the member.", required: true },
    { name: "role", about: `One of ${roles.join(", ")}.`, required: true },
  ],
  options: { ...teamOptions, ...reasonOption },
  examples: [{ run: "whetstone team role bob lead", about: "Bob decides from now on:" }],
  async run(context) {
    const { member, role } = context.args;
    const { reason } = context.values;
    // The verb checks it, and says which roles there are.
    const change = { member, role: role as (typeof roles)[number], reason };
    const changed = await withTeam(context, (ws) => ws.team.role(change));
    context.printer.result(changed, () => `${changed.member} is ${changed.to} now, and was ${changed.from}.`);
  },
});
