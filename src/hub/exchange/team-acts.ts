import { createHash, randomBytes } from "node:crypto";
import { WhetstoneError } from "../../base/errors.js";
import { textId } from "../../log/events/envelope.js";
import { epochMs, isoTime } from "../../log/events/time.js";
import type { Ledger } from "../../log/store/ledger.js";
import type { LedgerWriter } from "../../log/store/ledger-writer.js";
import type { Speaker } from "../../verbs/call/speaker.js";
import { keyText } from "../rights/key-text.js";
import { hasRole, type KeyKind, type Role } from "../rights/roles.js";
import type { Roster } from "../rights/roster.js";

export interface Invitation {
  readonly project: string;
  readonly member: string;
  readonly role: Role;
  readonly kind: KeyKind;
  /** How long the key is valid; for ever, if null. */
  readonly days: number | null;
  /** Why, for the log. */
  readonly reason?: string | undefined;
}

export interface Invited extends Omit<Invitation, "reason"> {
  /** Shown once: only its hash is kept. */
  readonly key: string;
  readonly keyId: string;
  readonly expiresAt: string | null;
}

/** A project of a hub, for somebody who manages its members and keys. */
export interface Team {
  readonly roster: Roster;
  readonly ledger: Ledger;
  /** Who does it, as the log will say. */
  readonly by: Pick<Speaker, "actor" | "origin">;
}

const dayMs = 86_400_000;

/**
 * Gives a member a role in a project and a key, and says so in the log. What opens a project is told before it
 * takes effect: nothing does that nobody can read of.
 */
export async function inviteMember(team: Team, invitation: Invitation, now: string): Promise<Invited> {
  const { project, member, role, kind } = checkedInvitation(invitation);
  const before = await roleOf(team.roster, project, member);
  if (before !== role && kind !== "person" && hasRole(role, "lead")) throw forPeople(member, role);
  if (before !== role) await keepAnAdmin(team, { now, member, role });
  const made = newKey(invitation, now);
  const { keyId, expiresAt } = made;
  const why = reasonOf(invitation);
  await tell(team, async (writer) => {
    if (before !== role)
      await writer.append({
        type: "member-changed",
        data: { member, from: before, to: role, ...why },
        ...team.by,
      });
    await writer.append({ type: "key-made", data: { keyId, member, kind, expiresAt, ...why }, ...team.by });
  });
  await enter(team.roster, made, now);
  return made;
}

/** What is changed about somebody who is a member, and why. */
export interface MemberChange {
  readonly member: string;
  readonly reason?: string | undefined;
}

/** Gives a member another role, and says so in the log. The keys stay. Returns the role before. */
export async function changeRole(
  team: Team,
  { member, role, reason }: MemberChange & { readonly role: Role },
  now: string,
): Promise<Role> {
  const { project } = team.ledger;
  const before = await roleOf(team.roster, project, member);
  if (before === null) throw noMember(project, member);
  if (before === role) return before;
  if (hasRole(role, "lead") && !(await hasPersonsKey(team, member, now))) throw forPeople(member, role);
  await keepAnAdmin(team, { now, member, role });
  const data = { member, from: before, to: role, ...reasonOf({ reason }) };
  await tell(team, (writer) => writer.append({ type: "member-changed", data, ...team.by }));
  await team.roster.setRole(member, project, role, now);
  return before;
}

/** Takes the role of a member away, and says so in the log. What closes a project is closed first. */
export async function removeMember(team: Team, { member, reason }: MemberChange, now: string): Promise<Role> {
  const { project } = team.ledger;
  const before = await roleOf(team.roster, project, member);
  if (before === null) throw noMember(project, member);
  await keepAnAdmin(team, { now, member, role: null });
  await team.roster.setRole(member, project, null, now);
  const data = { member, from: before, to: null, ...reasonOf({ reason }) };
  await tell(team, (writer) => writer.append({ type: "member-changed", data, ...team.by }));
  return before;
}

/** Ends a key, and says so in the log. Once more for a key that has ended changes nothing. Returns whose it is. */
export async function revokeKey(
  team: Team,
  { keyId, reason }: { readonly keyId: string; readonly reason?: string | undefined },
  now: string,
): Promise<string> {
  const { project } = team.ledger;
  const key = (await team.roster.keysIn(project)).find(({ id }) => id === keyId);
  if (key?.revokedAt === null) await keepAnAdmin(team, { now, revoked: keyId, member: key.member });
  if (key === undefined || !(await team.roster.revokeKey(project, keyId, now))) throw noKey(project, keyId);
  const told = `revoked ${keyId}`;
  await tell(team, async (writer) => {
    if ((await writer.eventByKey(told)) !== undefined) return;
    const data = { keyId, member: key.member, ...reasonOf({ reason }) };
    await writer.append({ type: "key-revoked", data, ...team.by, key: told });
  });
  return key.member;
}

/**
 * Gives a member a role and a key in the tables alone, for tests and benches whose logs begin empty.
 * @internal
 */
export async function invite(roster: Roster, invitation: Invitation, now: string): Promise<Invited> {
  const made = newKey(checkedInvitation(invitation), now);
  await enter(roster, made, now);
  return made;
}

/** What is kept of a key. */
export function hashOfKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function newKey({ reason: _reason, ...invitation }: Invitation, now: string): Invited {
  const { days } = invitation;
  return {
    ...invitation,
    key: keyText(randomBytes(32).toString("base64url")),
    keyId: randomBytes(6).toString("hex"),
    expiresAt: days === null ? null : isoTime(epochMs(now) + days * dayMs),
  };
}

async function enter(roster: Roster, made: Invited, now: string): Promise<void> {
  const { project, member, role, kind, key, keyId, expiresAt } = made;
  await roster.setRole(member, project, role, now);
  await roster.addKey({ id: keyId, hash: hashOfKey(key), project, member, kind, createdAt: now, expiresAt });
}

async function roleOf(roster: Roster, project: string, member: string): Promise<Role | null> {
  return (await roster.membersOf(project)).find((each) => each.member === member)?.role ?? null;
}

interface AdminChange {
  readonly now: string;
  readonly member: string;
  /** The role that the member will have. */
  readonly role?: Role | null;
  /** The key that will be revoked. */
  readonly revoked?: string;
}

/**
 * A project without a person who is an admin, and has a key, could only be changed by someone with access to its
 * database.
 */
async function keepAnAdmin(team: Team, { now, member, role, revoked }: AdminChange): Promise<void> {
  const { roster, ledger } = team;
  const keys = (await personsKeys(team, now)).filter(({ id }) => id !== revoked);
  const members = await roster.membersOf(ledger.project);
  const isAdmin = (each: (typeof members)[number]) =>
    (each.member === member && role !== undefined ? role : each.role) === "admin" &&
    keys.some((key) => key.member === each.member);
  const wasAdmin = members.some((each) => each.member === member && each.role === "admin");
  if (role === "admin" || !wasAdmin || members.some(isAdmin)) return;
  throw new WhetstoneError(
    "invalid_input",
    `${member} is the only admin of '${ledger.project}' who is a person and has a valid key`,
    {
      field: revoked === undefined ? "member" : "key",
      next: "make another person an admin first, or give this one a new key",
    },
  );
}

async function hasPersonsKey(team: Team, member: string, now: string): Promise<boolean> {
  return (await personsKeys(team, now)).some((key) => key.member === member);
}

async function personsKeys({ roster, ledger }: Team, now: string) {
  return (await roster.keysIn(ledger.project)).filter(
    ({ kind, revokedAt, expiresAt }) =>
      kind === "person" && revokedAt === null && (expiresAt === null || expiresAt > now),
  );
}

/** A key of an agent or of CI has at most the role of an agent: as a lead or an admin its member could do nothing. */
function forPeople(member: string, role: Role): WhetstoneError {
  return new WhetstoneError(
    "invalid_input",
    `the role ${role} is for people, and ${member} has no person's key`,
    {
      field: "role",
      next: "give it the role agent, or a key of the kind person",
    },
  );
}

function reasonOf({ reason }: { readonly reason?: string | undefined }): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}

function tell(team: Team, work: (writer: LedgerWriter) => Promise<unknown>): Promise<unknown> {
  return team.ledger.write(work);
}

function checkedInvitation(invitation: Invitation): Invitation {
  for (const field of ["member", "project"] as const) {
    const name = invitation[field];
    if (!textId.safeParse(name).success || name.includes("@"))
      throw new WhetstoneError("invalid_input", `'${field}': '${name}' is not a name`, {
        field,
        next: "give a short name without '/', '\\', '..', '@' and control characters",
      });
  }
  return invitation;
}

function noMember(project: string, member: string): WhetstoneError {
  return new WhetstoneError("not_found", `'${project}' has no member '${member}'`, {
    field: "member",
    next: "'whetstone team members' lists them",
  });
}

function noKey(project: string, id: string): WhetstoneError {
  return new WhetstoneError("not_found", `'${project}' has no key '${id}'`, {
    field: "key",
    next: "'whetstone team keys' lists their ids",
  });
}
