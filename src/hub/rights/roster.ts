import type { KeyKind, Role } from "./roles.js";

/** A member of a project. */
export interface Membership {
  readonly member: string;
  readonly project: string;
  readonly role: Role;
  /** ISO 8601. */
  readonly since: string;
}

/** What is known of a key. The key itself is shown once, and only its hash is kept. */
export interface Key {
  readonly id: string;
  /** The one project that it opens: an admin of one project makes no keys for another. */
  readonly project: string;
  readonly member: string;
  readonly kind: KeyKind;
  /** ISO 8601; null for one that does not expire. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** To the minute. */
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
}

/** A machine of a member: how far it has the log, and how far it has forgotten what the hub has. */
export interface Machine {
  readonly member: string;
  /** A name of its own making, so it counts for its member only. */
  readonly machine: string;
  /** The last event that it was given, and when; null where it never said its name when it asked. */
  readonly position: number | null;
  readonly exchangedAt: string | null;
  /** 0 and null before it has confirmed anything. */
  readonly forgottenThrough: number;
  readonly confirmedAt: string | null;
}

export type MachineConfirmed = Pick<Machine, "member" | "machine" | "forgottenThrough"> & {
  readonly confirmedAt: string;
};
export type MachineExchanged = Pick<Machine, "member" | "machine"> & {
  readonly position: number;
  readonly exchangedAt: string;
};

/** Who is behind a key now. */
export interface KeyHolder {
  readonly key: string;
  readonly project: string;
  readonly member: string;
  readonly kind: KeyKind;
  /** Of the member. */
  readonly role: Role;
}

/** The members of all projects, and their keys. Every change holds for the next call, on every hub. */
export interface Roster {
  /** Undefined where nobody has this key, where it has ended, or where its member has no role any more. */
  holderOf(hash: string, now: string): Promise<KeyHolder | undefined>;
  membersOf(project: string): Promise<readonly Membership[]>;
  /** Null takes the role away, and the member's keys in the project open nothing. */
  setRole(member: string, project: string, role: Role | null, now: string): Promise<void>;
  keysIn(project: string): Promise<readonly Key[]>;
  addKey(key: Omit<Key, "revokedAt" | "lastUsedAt"> & { readonly hash: string }): Promise<void>;
  /** False where there is no such key. */
  revokeKey(project: string, id: string, now: string): Promise<boolean>;
  /** Keeps the highest place of each machine. */
  confirmForgotten(project: string, confirmed: MachineConfirmed): Promise<void>;
  /** How far a machine has the log now. */
  noteExchange(project: string, exchanged: MachineExchanged): Promise<void>;
  /** The machines that have exchanged or confirmed something, by member. */
  machinesOf(project: string): Promise<readonly Machine[]>;
  /** Whether the store answers. */
  isReachable(): Promise<boolean>;
  close(): Promise<void>;
}
