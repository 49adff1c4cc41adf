import { createHash, randomBytes } from "node:crypto";
import { WhetstoneError } from "../errors.js";
import { textId } from "../events/envelope.js";
import { epochMs, isoTime } from "../events/time.js";
import { keyText } from "../team/key-text.js";
import { type KeyKind, type Role, roleMeanings, roles } from "../team/roles.js";
import type { Roster } from "../team/roster.js";
import { nearest } from "../text/nearest.js";

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

const dayMs = 86_400_000;

/** Gives a member a role in a project and a key. */
export async function invite(roster: Roster, invitation: Invitation, now: string): Promise<Invited> {
  const { project, member, role, kind, days } = invitation;
  checkName("member", member);
  checkName("project", project);
  const key = keyText(randomBytes(32).toString("base64url"));
  const keyId = randomBytes(6).toString("hex");
  const expiresAt = days === null ? null : isoTime(epochMs(now) + days * dayMs);
  await roster.setRole(member, project, role, now);
  await roster.addKey({ id: keyId, hash: hashOf(key), project, member, kind, createdAt: now, expiresAt });
  return { ...invitation, key, keyId, expiresAt };
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

function checkName(field: string, name: string): void {
  if (textId.safeParse(name).success && !name.includes("@")) return;
  throw new WhetstoneError("invalid_input", `'${field}': '${name}' is not a name`, {
    field,
    next: "give a short name without '/', '\\', '..', '@' and control characters",
  });
}
