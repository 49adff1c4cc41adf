import * as z from "zod/mini";
import { WhetstoneError } from "../../base/errors.js";
import type { EventOf, WhetstoneEvent } from "../../log/events/catalog.js";
import { isoTime } from "../../log/events/time.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { Context, HubSide } from "../../verbs/call/context.js";
import { field } from "../../verbs/call/field.js";
import type { Immutable } from "../../verbs/call/immutable.js";
import { keyDays } from "../rights/key-text.js";
import { hasRole, keyKinds, type Role, roleMeanings, roles } from "../rights/roles.js";
import type { Key, Machine } from "../rights/roster.js";
import type { Team } from "./team-acts.js";

export const roleSchema = z.enum(roles);
export const keyKindSchema = z.enum(keyKinds);
/** Days that a key is valid; null is for ever. */
export const keyDaysSchema = z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))), keyDays);

const time = z.nullable(z.string());
const machineName = { member: z.string(), machine: z.string() };

/** Who is in a project of a hub, as far as the caller may know it. */
export const teamMembersOutput = z.strictObject({
  at: z.string(),
  project: z.string(),
  events: field("How many events the project's log has.", z.int()),
  you: z.strictObject({
    member: z.string(),
    kind: keyKindSchema,
    role: roleSchema,
    key: field("The id of the key of this call; null for whoever works on the database itself.", time),
  }),
  sees: field(
    "What the rest holds: a reader's or an agent's own, everything but the keys of others, or all.",
    z.enum(["own", "team", "all"]),
  ),
  roles: field("What each role may do.", z.array(z.strictObject({ role: roleSchema, about: z.string() }))),
  members: z.array(z.strictObject({ member: z.string(), role: roleSchema, since: z.string() })),
  keys: field(
    "The keys, without the keys themselves: only hashes are kept, and no call gives them.",
    z.array(
      z.strictObject({
        id: z.string(),
        member: z.string(),
        kind: keyKindSchema,
        state: z.enum(["valid", "expired", "revoked"]),
        createdAt: z.string(),
        expiresAt: time,
        revokedAt: time,
        lastUsedAt: field("To the minute.", time),
      }),
    ),
  ),
  machines: field(
    "The machines that exchange with the hub, and the last event that each was given.",
    z.array(z.strictObject({ ...machineName, position: z.nullable(z.int()), exchangedAt: time })),
  ),
  forgotten: field(
    "The newest lessons and texts that were forgotten, and which machines erased them.",
    z.array(
      z.strictObject({
        seq: z.int(),
        at: z.string(),
        actor: z.string(),
        lesson: z.nullable(z.string()),
        confirmed: z.array(z.strictObject({ ...machineName, confirmedAt: z.string() })),
        waiting: z.array(z.strictObject(machineName)),
      }),
    ),
  ),
  changes: field(
    "The last changes of members and keys, newest first, as the log tells them.",
    z.array(
      z.strictObject({
        seq: z.int(),
        at: z.string(),
        by: z.string(),
        what: z.string(),
        reason: z.nullable(z.string()),
      }),
    ),
  ),
});

export type TeamMembers = Immutable<z.output<typeof teamMembersOutput>>;

/** What the caller may know: an admin all, a developer who is here, and anybody else of themselves alone. */
export async function teamMembers(context: Context): Promise<TeamMembers> {
  const { caller, key = null, roster } = hubOf(context);
  const { ledger } = context;
  const at = isoTime(context.clock());
  const sees = seenBy(caller.role);
  const isSeen = ({ member }: { readonly member: string }) => sees !== "own" || member === caller.member;
  const machines = (await roster.machinesOf(ledger.project)).filter(isSeen);
  const keys = (await roster.keysIn(ledger.project)).filter(
    ({ member }) => sees === "all" || member === caller.member,
  );
  return {
    at,
    project: ledger.project,
    events: await ledger.read((reader) => reader.head()),
    you: { ...caller, key },
    sees,
    roles: roles.map((role) => ({ role, about: roleMeanings[role] })),
    members: (await roster.membersOf(ledger.project))
      .filter(isSeen)
      .map(({ member, role, since }) => ({ member, role, since })),
    keys: keys.map(({ project: _project, ...each }) => ({ ...each, state: keyState(each, at) })),
    machines: machines.map(({ member, machine, position, exchangedAt }) => ({
      member,
      machine,
      position,
      exchangedAt,
    })),
    forgotten: sees === "own" ? [] : await forgottenOnHub(ledger, machines),
    changes: sees === "own" ? [] : await changesIn({ ledger }),
  };
}

/** How many there are, whatever the caller may see of them. */
export async function teamCounts(context: Context) {
  const { roster } = hubOf(context);
  const { ledger } = context;
  const at = isoTime(context.clock());
  const members = await roster.membersOf(ledger.project);
  const states = (await roster.keysIn(ledger.project)).map((key) => keyState(key, at));
  const countOf = (names: readonly string[], all: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, all.filter((each) => each === name).length]));
  return {
    events: await ledger.read((reader) => reader.head()),
    members: countOf(
      roles,
      members.map(({ role }) => role),
    ),
    keys: countOf(["valid", "expired", "revoked"], states),
    machines: (await roster.machinesOf(ledger.project)).length,
  };
}

function seenBy(role: Role): TeamMembers["sees"] {
  if (hasRole(role, "admin")) return "all";
  return hasRole(role, "developer") ? "team" : "own";
}

function keyState({ revokedAt, expiresAt }: Omit<Key, "project">, now: string) {
  if (revokedAt !== null) return "revoked" as const;
  return expiresAt !== null && expiresAt <= now ? ("expired" as const) : ("valid" as const);
}

/** The members and keys of a project, for an admin who changes them. */
export function managedTeam(context: Context): Team {
  const { caller, roster } = hubOf(context);
  if (!hasRole(caller.role, "admin"))
    throw new WhetstoneError("not_allowed", `members and keys are for an admin, not for a ${caller.role}`, {
      field: "role",
      next: "ask an admin of the project",
    });
  const { actor, origin } = context;
  return { roster, ledger: context.ledger, by: { actor, origin } };
}

function hubOf({ hub }: Context): HubSide {
  if (hub !== undefined) return hub;
  throw new WhetstoneError("not_found", "the members of a team are on its hub, and this is no hub", {
    next: "open the hub's address in a browser, or run 'whetstone team members' where its database is",
  });
}

/** A tombstone on a hub, and which machines hold what it stands for no more. */
interface ForgottenOnHub {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  /** Null where the forgotten text was not a lesson. */
  readonly lesson: string | null;
  readonly confirmed: readonly (Pick<Machine, "member" | "machine"> & { readonly confirmedAt: string })[];
  /** Machines that have not confirmed this one. A machine that never exchanged is nowhere. */
  readonly waiting: readonly Pick<Machine, "member" | "machine">[];
}

/** There is no index by type; who wants to know asks soon after. */
const looksAt = 20_000;
const pageSize = 1_000;

/** The tombstones at the end of the log, newest first. */
async function forgottenOnHub(
  ledger: Ledger,
  machines: readonly Machine[],
): Promise<readonly ForgottenOnHub[]> {
  const tombstones = await ledger.read(async (reader) => {
    const found: EventOf<"lesson-forgotten" | "text-forgotten">[] = [];
    const head = await reader.head();
    for (let seq = Math.max(0, head - looksAt); seq < head; seq += pageSize)
      for (const event of await reader.eventsAfter(seq, pageSize))
        if (event.type === "lesson-forgotten" || event.type === "text-forgotten") found.push(event);
    return found.toReversed();
  });
  return tombstones.map((event) => {
    const { seq, at, actor } = event;
    const hasFollowed = ({ forgottenThrough }: Machine) => forgottenThrough >= seq;
    return {
      seq,
      at,
      actor,
      lesson: event.type === "lesson-forgotten" ? event.data.lesson : null,
      confirmed: machines
        .filter(hasFollowed)
        .map(({ member, machine, confirmedAt }) => ({ member, machine, confirmedAt: confirmedAt ?? "" })),
      waiting: machines
        .filter((each) => !hasFollowed(each))
        .map(({ member, machine }) => ({ member, machine })),
    };
  });
}

interface TeamChange {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  /** The reason that the person gave; null where there is none. */
  readonly reason: string | null;
}

/** Changes are rare, and there is no index by type: those further back are in the log. */
const mostChanges = 20;

/** The last changes of members and keys, newest first, as the log tells them. */
async function changesIn({ ledger }: Pick<Team, "ledger">): Promise<readonly TeamChange[]> {
  return ledger.read(async (reader) => {
    const found: TeamChange[] = [];
    const head = await reader.head();
    for (let seq = Math.max(0, head - looksAt); seq < head; seq += pageSize)
      for (const event of await reader.eventsAfter(seq, pageSize)) {
        const told = said(event);
        if (told !== undefined) found.push({ seq: event.seq, at: event.at, by: event.actor, ...told });
      }
    return found.slice(-mostChanges).toReversed();
  });
}

function said(event: WhetstoneEvent): Pick<TeamChange, "what" | "reason"> | undefined {
  if (event.type !== "member-changed" && event.type !== "key-made" && event.type !== "key-revoked")
    return undefined;
  return { what: changeText(event), reason: event.data.reason ?? null };
}

function changeText(event: EventOf<"member-changed" | "key-made" | "key-revoked">): string {
  if (event.type === "member-changed") {
    const { member, from, to } = event.data;
    if (to === null) return `${member} is no longer a member`;
    return from === null ? `${member} became ${to}` : `${member} became ${to} instead of ${from}`;
  }
  const { member, keyId } = event.data;
  return event.type === "key-made"
    ? `a key of the kind ${event.data.kind} was made for ${member} (${keyId})`
    : `a key of ${member} was revoked (${keyId})`;
}
