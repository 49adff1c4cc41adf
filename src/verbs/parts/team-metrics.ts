import { teamCounts } from "../../hub/exchange/team-members.js";
import { teamState } from "../../hub/exchange/team-state.js";
import { epochMs } from "../../log/events/time.js";
import type { Context } from "../call/context.js";
import type { Metric } from "./metric.js";

/** How a project is shared, or who is in it on a hub; nothing for one that is neither. */
export async function teamMetrics(context: Context): Promise<readonly Metric[]> {
  if (context.hub !== undefined) return onHub(context);
  const { hub, position, tail, last, refused } = await teamState(context);
  if (hub === null) return [];
  return [
    gauge("team_position_events", "Events of the hub that are here.", position),
    gauge("team_tail_events", "Events of this machine that the hub has not numbered yet.", tail),
    gauge("team_refusals", "Events that the hub refused and nobody has dismissed.", refused),
    ...(last === null
      ? []
      : [
          gauge(
            "team_behind_events",
            "Events that the hub had at the last exchange and this machine has not.",
            Math.max(0, last.hubHead - position),
          ),
          gauge(
            "team_last_exchange_age_seconds",
            "Time since the last exchange that went through.",
            Math.max(0, Math.round((context.clock() - epochMs(last.at)) / 1000)),
          ),
        ]),
  ];
}

async function onHub(context: Context): Promise<readonly Metric[]> {
  const { events, members, keys, machines } = await teamCounts(context);
  const byLabel = (name: string, help: string, label: string, counts: Readonly<Record<string, number>>) => ({
    name,
    help,
    type: "gauge" as const,
    samples: Object.entries(counts).map(([each, value]) => ({ labels: { [label]: each }, value })),
  });
  return [
    gauge("team_events", "Events of the project's log.", events),
    byLabel("team_members", "Members of the project, by role.", "role", members),
    byLabel("team_keys", "Keys of the project, by state.", "state", keys),
    gauge("team_machines", "Machines that exchange with the hub.", machines),
  ];
}

function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", samples: [{ value }] };
}
