import { createHash, randomBytes } from "node:crypto";
import { WhetstoneError } from "../errors.js";
import { textId } from "../events/envelope.js";
import { epochMs, isoTime } from "../events/time.js";
import type { Ledger } from "../store/ledger.js";
import type { LedgerWriter } from "../store/ledger-writer.js";
import { keyText } from "../team/key-text.js";
import { type KeyKind, type Role, roleMeanings, roles } from "../team/roles.js";
import type { Roster } from "../team/roster.js";
import { nearest } from "../text/nearest.js";
import type { Speaker } from "./speaker.js";

export interface Invitation {
  readonly project: string;
  readonly member: string;
  readonly role: Role;
  readonly kind: KeyKind;
  /** How long the key is valid; for ever, if null. */
  readonly days: number | null;
}

export interface Invited extends Invitation {
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
  const { project, member, role, kind } = checked(invitation);
  const made = newKey(invitation, now);
  const before = await roleOf(team.roster, project, member);
  const { keyId, expiresAt } = made;
  await tell(team, async (writer) => {
    if (before !== role)
      await writer.append({ type: "member-changed", data: { member, from: before, to: role }, ...team.by });
    await writer.append({ type: "key-made", data: { keyId, member, kind, expiresAt }, ...team.by });
  });
  await enter(team.roster, made, now);
  return made;
}

/** Takes the role of a member away, and says so in the log. What closes a project is closed first. */
export async function removeMember(team: Team, member: string, now: string): Promise<void> {
  const { project } = team.ledger;
  const before = await roleOf(team.roster, project, member);
  if (before === null) throw noMember(project, member);
  await team.roster.setRole(member, project, null, now);
  const data = { member, from: before, to: null };
  await tell(team, (writer) => writer.append({ type: "member-changed", data, ...team.by }));
}

/** Ends a key, and says so in the log. Once more for a key that has ended changes nothing. */
export async function revokeKey(team: Team, keyId: string, now: string): Promise<void> {
  const { project } = team.ledger;
  const key = (await team.roster.keysIn(project)).find(({ id }) => id === keyId);
  if (key === undefined || !(await team.roster.revokeKey(project, keyId, now))) throw noKey(project, keyId);
  const told = `revoked ${keyId}`;
  await tell(team, async (writer) => {
    if ((await writer.eventByKey(told)) !== undefined) return;
    const data = { keyId, member: key.member };
    await writer.append({ type: "key-revoked", data, ...team.by, key: told });
  });
}

/**
 * Gives a member a role and a key in the tables alone, for tests and benches whose logs begin empty.
 * @internal
 */
export async function invite(roster: Roster, invitation: Invitation, now: string): Promise<Invited> {
  const made = newKey(checked(invitation), now);
  await enter(roster, made, now);
  return made;
}

/** What is kept of a key. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export function readRole(text: string): Role {
  const role = roles.find((each) => each === text);
  if (role !== undefined) return role;
  const near = nearest(text, [...roles]);
  throw new WhetstoneError("invalid_input", `there is no role '${text}'`, {
    field: "role",
    next:
      near === undefined
        ? `give one of ${roles.map((each) => `${each} (${roleMeanings[each]})`).join(", ")}`
        : `did you mean '${near}'?`,
  });
}

function newKey(invitation: Invitation, now: string): Invited {
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
  await roster.addKey({ id: keyId, hash: hashOf(key), project, member, kind, createdAt: now, expiresAt });
}

async function roleOf(roster: Roster, project: string, member: string): Promise<Role | null> {
  return (await roster.membersOf(project)).find((each) => each.member === member)?.role ?? null;
}

function tell(team: Team, work: (writer: LedgerWriter) => Promise<unknown>): Promise<unknown> {
  return team.ledger.write(work);
}

function checked(invitation: Invitation): Invitation {
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
    field: "id",
    next: "'whetstone team keys' lists their ids",
  });
}
