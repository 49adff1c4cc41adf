import { oneLine } from "../../../base/text/one-line.js";
import type { TeamMembers } from "../../../hub/exchange/team-members.js";
import { type TeamState, teamLines } from "../../../hub/exchange/team-state.js";
import { findProject } from "../../../verbs/open/find-project.js";
import { ownStoreUrl } from "../../../verbs/open/store-url.js";
import { type CommandContext, defineCommand } from "../command.js";
import { teamOptions, withTeam } from "../team-roster.js";
import { withWhetstone } from "../with-whetstone.js";

export const command = defineCommand({
  name: "status",
  summary: "Show how this project is shared, or a project on a hub's database",
  description: [
    "Shows the hub that this project is joined to, how much of the hub's log this machine has, what waits " +
      "to be sent, the last exchange, and what the hub refused and why. It makes no call to the hub.",
    "With --store, or WHETSTONE_STORE_URL, it shows a project on the database of a hub: how many events, " +
      "members and valid keys it has, and which machines have erased the lessons and texts that were " +
      "forgotten. A machine reports this when it exchanges with the hub; one that never did is not listed.",
  ].join("\n\n"),
  arguments: [],
  options: teamOptions,
  examples: [
    { run: "whetstone team status", about: "Has everything been sent?" },
    {
      run: "whetstone team status --store postgres://whetstone@db/whetstone --project shop",
      about: "On a hub:",
    },
  ],
  async run(context) {
    const { values, io, start, globals } = context;
    const { loaded } = findProject({ start, env: io.env, set: globals.set });
    if (values.store === undefined && ownStoreUrl(loaded) === "") return showShared(context);
    const result = await withTeam(context, async (ws) => teamStatus(await ws.team.members()));
    context.printer.result(result, () =>
      [
        `${result.project}: ${result.events} events`,
        `${result.members} members, ${result.validKeys} valid keys`,
        ...result.forgotten.map(
          ({ seq, at, actor, lesson, confirmed, waiting }) =>
            `forgotten at place ${seq}, ${at}, by ${actor}: ${lesson ?? "a text"}; ` +
            `gone from ${machineList(confirmed)}${waiting.length === 0 ? "" : `, not yet from ${machineList(waiting)}`}`,
        ),
      ].join("\n"),
    );
  },
});

function showShared(context: CommandContext<unknown, unknown>): Promise<void> {
  return withWhetstone(context, async (ws) => {
    const state = await ws.team.status();
    const waiting = state.tailByType.map(({ type, count }) => `  ${count} ${type}`);
    const refusals = state.refusals.map(
      ({ at, type, reason, next }) => `  ${at} ${type}: ${oneLine(reason, 200)} (${oneLine(next, 200)})`,
    );
    const lines = [
      ...teamLines(state),
      ...(waiting.length === 0 ? [] : [statusHeading(state), ...waiting]),
      ...(refusals.length === 0 ? [] : ["Refused:", ...refusals]),
    ];
    context.printer.result(state, () =>
      lines.length === 0
        ? "This project is not shared; 'whetstone team join' shares it by a hub."
        : lines.join("\n"),
    );
  });
}

function teamStatus({ project, events, members, keys, forgotten }: TeamMembers) {
  const validKeys = keys.filter(({ state }) => state === "valid").length;
  return { project, events, members: members.length, validKeys, forgotten };
}

function machineList(machines: readonly { readonly member: string; readonly machine: string }[]): string {
  if (machines.length === 0) return "no machine yet";
  return machines.map(({ member, machine }) => `${member}'s ${machine}`).join(", ");
}

function statusHeading({ tail, tailByType }: TeamState): string {
  const counted = tailByType.reduce((sum, { count }) => sum + count, 0);
  return counted < tail ? `Waiting, the first ${counted} of ${tail}:` : "Waiting:";
}
