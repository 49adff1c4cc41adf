import { WhetstoneError } from "../../../base/errors.js";
import { keyDays } from "../../../hub/rights/key-text.js";
import { keyKinds, roleMeanings, roles } from "../../../hub/rights/roles.js";
import { defineCommand } from "../command.js";
import { reasonOption, teamOptions, withTeam } from "../team-roster.js";
import { validUntil } from "../valid-until.js";

export const command = defineCommand({
  name: "invite",
  summary: "Add a member to a project, or change their role, and make a key",
  description: [
    "Adds a member, or changes the role of one, and prints a new key once: only its hash is kept. A key " +
      "is for one project.",
    `Roles: ${roles.map((role) => `${role} ${roleMeanings[role]}`).join("; ")}.`,
    "A key of the kind person is for a person at a terminal, and is the only one that can speak as a " +
      "person. Agents and CI get keys of their own kind, which have at most the role of an agent.",
  ].join("\n\n"),
  arguments: [{ name: "member", about: "The name of the member.", required: true }],
  options: {
    ...teamOptions,
    role: {
      type: "string",
      value: "ROLE",
      choices: roles,
      about: "What the member may do; developer if left out.",
    },
    kind: {
      type: "string",
      value: "KIND",
      choices: keyKinds,
      about: "Who uses the key; person if left out.",
    },
    days: {
      type: "string",
      value: "DAYS",
      about: `How many days the key is valid; ${keyDays} if left out, 0 for no limit.`,
    },
    ...reasonOption,
  },
  examples: [
    { run: "whetstone team invite bob --role developer", about: "A person:" },
    { run: "whetstone team invite ci --kind ci --role agent --days 90", about: "A pipeline:" },
  ],
  async run(context) {
    const { role = "developer", kind = "person", days = String(keyDays), reason } = context.values;
    const invitation = { member: context.args.member, role, kind, days: daysIn(days), reason };
    const invited = await withTeam(context, (ws) => ws.team.invite(invitation));
    context.printer.result(invited, () =>
      [
        `${invited.member} is ${role} in '${invited.project}'.`,
        `Key (${kind}), shown only now and ${validUntil(invited.expiresAt)}:`,
        `  ${invited.key}`,
      ].join("\n"),
    );
  },
});

function daysIn(text: string): number | null {
  if (!/^\d{1,4}$/.test(text))
    throw new WhetstoneError("invalid_usage", `option '--days' must be a whole number, not '${text}'`, {
      field: "days",
      next: "for example --days 90",
    });
  return Number(text) === 0 ? null : Number(text);
}
