import * as z from "zod/mini";
import { ownShare } from "../../base/config/foreign-settings.js";
import { counted } from "../../base/text/counted.js";
import { oneLine } from "../../base/text/one-line.js";
import { lessonRow } from "../../lessons/find-lesson.js";
import type { Context } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import type { Immutable } from "../../verbs/call/immutable.js";

const refusalsShown = 20;
/** A look at all of them would cost a machine that was long offline more than the rest of `status`. */
const tailLookedAt = 100;

const refusalOutput = () =>
  z.strictObject({
    at: z.string(),
    id: z.string(),
    type: z.string(),
    actor: z.string(),
    origin: z.string(),
    reason: z.string(),
    next: z.string(),
  });

/** How a project is shared by a hub. The schemas are made when they are asked for, as those of `status` are. */
export const teamStateOutput = () =>
  z.strictObject({
    hub: field(
      "The hub that a person joined, and who that person is there; null for a project that is not shared.",
      z.nullable(
        z.strictObject({
          url: z.string(),
          project: field("The project's name on the hub.", z.string()),
          member: z.string(),
          kind: z.string(),
          role: z.string(),
          machine: field("The name by which the hub lists this machine.", z.string()),
          joinedAt: z.string(),
          share: field("What leaves this machine: lessons, or everything.", z.string()),
        }),
      ),
    ),
    onHub: field("Whether this is a hub itself: 'team members' says who is in the project.", z.boolean()),
    left: field("Whether it was shared once, and a person left.", z.boolean()),
    named: field(
      "A hub that whetstone.json names but this machine has not joined: nothing is sent to it.",
      z.nullable(z.string()),
    ),
    position: field("How many events of the hub are here.", z.int()),
    tail: field("How many events of this machine the hub has not numbered yet.", z.int()),
    tailByType: field(
      `The types of the first ${tailLookedAt} of them.`,
      z.array(z.strictObject({ type: z.string(), count: z.int() })),
    ),
    last: field(
      "The last exchange that went through.",
      z.nullable(
        z.strictObject({
          at: z.string(),
          sent: z.int(),
          refused: z.int(),
          waiting: field("Events that an older hub takes in once it is updated.", z.int()),
          pulled: z.int(),
          hubHead: field("How many events the hub had.", z.int()),
          stopped: field(
            "Why not all of them could be taken in, and what to do.",
            z.nullable(z.strictObject({ reason: z.string(), next: z.string() })),
          ),
        }),
      ),
    ),
    error: field(
      "What went wrong since then.",
      z.nullable(z.strictObject({ at: z.string(), message: z.string(), next: z.nullable(z.string()) })),
    ),
    refused: field("How many events the hub refused for good.", z.int()),
    refusals: field("The newest of them.", z.array(refusalOutput())),
  });

export type TeamState = Immutable<z.output<ReturnType<typeof teamStateOutput>>>;

const nothing = {
  position: 0,
  tail: 0,
  tailByType: [],
  last: null,
  error: null,
  refused: 0,
  refusals: [],
} as const;

/** Reads the store of this machine, and asks nobody. */
export async function teamState(context: Context): Promise<TeamState> {
  const { team, loaded } = context;
  const hub = team?.hub ?? undefined;
  const named = loaded.config.team.hub;
  const around = {
    onHub: context.hub !== undefined,
    left: team !== undefined && hub === undefined,
    named: hub || named === "" ? null : named,
  };
  if (hub === undefined) return { hub: null, ...around, ...nothing };
  const { exchangeState } = await import("./exchange.js");
  const state = await exchangeState(context);
  const { url, project, member, kind, role, machine, joinedAt } = hub;
  const share = ownShare(loaded);
  const shown = { hub: { url, project, member, kind, role, machine, joinedAt, share }, ...around };
  if (state === undefined) return { ...shown, ...nothing };
  const { position, tail, last, error, refusals } = state;
  return {
    ...shown,
    position,
    tail,
    tailByType: tail === 0 ? [] : await countByType(context, position),
    last: last && {
      at: last.at,
      sent: last.sent,
      refused: last.refused,
      waiting: last.waiting,
      pulled: last.pulled,
      hubHead: last.hubHead,
      stopped: last.stopped === undefined ? null : { reason: last.stopped.reason, next: last.stopped.next },
    },
    error,
    refused: refusals.length,
    refusals: await Promise.all(
      refusals.slice(0, refusalsShown).map(async ({ at, id, type, actor, origin, reason, next }) => ({
        ...{ at, id, type, actor, origin, next },
        reason: await inItsWords(context, reason),
      })),
    ),
  };
}

/** A hub names a lesson by its id; people know it by its text. */
async function inItsWords({ ledger }: Context, reason: string): Promise<string> {
  const [id] = /\b[a-z]+-[0-9a-f]{8,}\b/.exec(reason) ?? [];
  const found = id === undefined ? undefined : await ledger.read((reader) => lessonRow(reader, id));
  if (id === undefined || found === undefined) return reason;
  return reason.replace(id, `"${oneLine(found.of.line(found.row).text, 80)}" (${id})`);
}

async function countByType({ ledger }: Context, position: number): Promise<TeamState["tailByType"]> {
  const events = await ledger.read((reader) => reader.recordedAfter(position, tailLookedAt));
  const counts = new Map<string, number>();
  for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
}

/** What a person should know of it at a glance; undefined for a project that has nothing to do with a hub. */
export function teamLines(state: TeamState): readonly string[] {
  const { hub, named, left, position, tail, last, error } = state;
  if (hub === null) {
    if (named !== null)
      return [
        `whetstone.json names the hub ${named}; nothing is sent there until you run 'whetstone team join'`,
      ];
    return left ? ["no longer shared; what was learned stays here"] : [];
  }
  return [
    `${hub.member} (${hub.role}) in '${hub.project}' at ${hub.url}`,
    `${counted(position, "event")} of the hub ${position === 1 ? "is" : "are"} here; ` +
      (tail === 0
        ? "everything of this machine is sent"
        : `${counted(tail, "event")} of this machine still to send`),
    last === null
      ? "nothing was exchanged yet"
      : `last exchange ${last.at.slice(0, 16).replace("T", " ")} UTC: sent ${last.sent}, received ${last.pulled}`,
    ...(error === null
      ? []
      : [`${error.at}: ${error.message}${error.next === null ? "" : ` (${error.next})`}`]),
    ...(last?.stopped ? [`${last.stopped.reason} (${last.stopped.next})`] : []),
  ];
}

/** Where what the hub refused is not listed beside it. */
export function refusedLines({ refused }: TeamState): readonly string[] {
  return refused === 0 ? [] : [`${refused} refused by the hub, see 'whetstone team status'`];
}
