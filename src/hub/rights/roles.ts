/** What members of a project may do, each also what those before it may. */
export const roles = ["reader", "agent", "developer", "lead", "admin"] as const;
export type Role = (typeof roles)[number];

/** In the words of help and of refusals. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  reader: "reads what was learned",
  agent: "records what happened, and is briefed",
  developer: "also speaks for a person",
  lead: "also decides: activates, vouches, relaxes, overrides, forgets",
  admin: "also manages members and keys",
};

export function hasRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** What a key is used by. Only a person's own key at a terminal can say that a person speaks. */
export const keyKinds = ["person", "agent", "ci"] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Somebody who calls the hub, as its key says; nothing in a call can raise it. */
export interface Caller {
  /** The name of the member, which is the actor of what it writes. */
  readonly member: string;
  readonly kind: KeyKind;
  /** In the project of the call. */
  readonly role: Role;
}

/** An agent's key has at most the role of an agent, whatever its member may do. */
export function roleOfKey(member: Role, kind: KeyKind): Role {
  return kind === "person" || !hasRole(member, "agent") ? member : "agent";
}
