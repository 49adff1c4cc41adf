import { forgottenOnHub } from "../../app/forgotten-on-hub.js";
import type { Team } from "../../app/team-acts.js";
import { defineCommand } from "../command.js";
import { teamOptions, withTeam } from "../team-roster.js";

export const command = defineCommand({
  name: "status",
  summary: "Show a project of a hub: events, members, keys, and what was forgotten where",
  description:
    "Shows how much the project holds on the hub's database, how many members it has, and how many of its " +
    "keys are valid. For the lessons and texts that were forgotten it lists which machines have followed: a " +
    "machine says so when it exchanges with the hub, and one that never did is not listed.",
  arguments: [],
  options: teamOptions,
  examples: [{ run: "whetstone team status --project shop", about: "How is the project shop?" }],
  async run(context) {
    const result = await withTeam(context, (team) => statusOf(team, new Date().toISOString()));
    context.printer.result(result, () =>
      [
        `${result.project}: ${result.events} events`,
        `${result.members} members, ${result.validKeys} valid keys`,
        ...result.forgotten.map(
          ({ seq, at, actor, lesson, confirmed, waiting }) =>
            `forgotten at place ${seq}, ${at}, by ${actor}: ${lesson ?? "a text"}; ` +
            `gone from ${named(confirmed)}${waiting.length === 0 ? "" : `, not yet from ${named(waiting)}`}`,
        ),
      ].join("\n"),
    );
  },
});

async function statusOf({ roster, ledger }: Team, now: string) {
  const { project } = ledger;
  const keys = await roster.keysIn(project);
  const isValid = ({ revokedAt, expiresAt }: (typeof keys)[number]) =>
    revokedAt === null && (expiresAt === null || expiresAt > now);
  return {
    project,
    events: await ledger.read((reader) => reader.head()),
    members: (await roster.membersOf(project)).length,
    validKeys: keys.filter(isValid).length,
    forgotten: await forgottenOnHub(ledger, await roster.machinesOf(project)),
  };
}

function named(machines: readonly { readonly member: string; readonly machine: string }[]): string {
  if (machines.length === 0) return "no machine yet";
  return machines.map(({ member, machine }) => `${member}'s ${machine}`).join(", ");
}
