import { WhetstoneError } from "../../base/errors.js";
import { hashOfKey } from "../../hub/exchange/team-acts.js";
import { keyIn } from "../../hub/rights/key-text.js";
import { type Caller, hasRole, type Role, roleMeanings, roleOfKey } from "../../hub/rights/roles.js";
import type { KeyHolder, Roster } from "../../hub/rights/roster.js";
import { formatHeader, logFormat } from "../../log/events/format.js";
import type { Speaker } from "../../verbs/call/speaker.js";
import { originName } from "../../verbs/call/speaker.js";

/** Who shows this header. Does not say what is wrong with a key: the caller may be anybody. */
export async function holderOf(
  roster: Roster,
  authorization: string | undefined,
  now: string,
): Promise<KeyHolder> {
  const key = keyIn(authorization);
  const holder = key === undefined ? undefined : await roster.holderOf(hashOfKey(key), now);
  if (holder !== undefined) return holder;
  throw new WhetstoneError("not_allowed", "the key is missing, wrong, expired or revoked", {
    field: "authorization",
    next: "send 'Authorization: Bearer whet_…'; an admin of the project makes keys with 'whetstone team invite'",
  });
}

/** The holder of a key in a project. A project that does not exist is answered like one of others. */
export function callerIn({ member, kind, role, project }: KeyHolder, wanted: string): Caller {
  if (project === wanted) return { member, kind, role: roleOfKey(role, kind) };
  throw new WhetstoneError("not_allowed", `this key does not open '${wanted}'`, {
    field: "project",
    next: "use the key that you were given for it, or ask an admin of that project to invite you",
  });
}

/**
 * Logs are exchanged in one form only. A program from before the first release names none; it shows a person
 * what a code says that it knows.
 */
export function needFormat(named: string | undefined): void {
  if (named === String(logFormat)) return;
  if (Number(named) > logFormat)
    throw new WhetstoneError("newer_format", `logs of format ${named} are not known to this hub`);
  throw new WhetstoneError(
    "invalid_input",
    `the call names no format of logs, as builds before the first release did, and this hub takes ${logFormat}`,
    {
      field: formatHeader,
      next:
        "update Whetstone on this machine and turn the project's database with " +
        "'node scripts/from-0.1.0.mjs FILE' in a checkout of it; until then what you record stays there",
    },
  );
}

export function needRole(caller: Caller, needed: Role): void {
  if (hasRole(caller.role, needed)) return;
  throw new WhetstoneError(
    "not_allowed",
    `this needs the role ${needed}, and this key has the role ${caller.role}`,
    { field: "role", next: `ask an admin of the project for the role: ${needed} ${roleMeanings[needed]}` },
  );
}

/** How the verbs see the caller. Only a person's own key speaks as a person, and only a lead decides. */
export function speakerFor({ member, kind, role }: Caller): Speaker {
  if (kind === "person" && hasRole(role, "developer"))
    return { actor: member, origin: "human", witness: "person", decides: hasRole(role, "lead") };
  const name = originName(member);
  if (kind === "ci") return { actor: member, origin: `tool:${name}`, witness: "report" };
  return { actor: member, origin: `agent:${name}`, witness: undefined };
}
