import { WhetstoneError } from "../../base/errors.js";
import { isIdOf } from "../../lessons/directive/rules/directive-id.js";
import { cappedByTrust } from "../../lessons/directive/rules/trust.js";
import { isPlainReporter } from "../../lessons/unconfirmed/witness.js";
import { deciderOf, definitionOf, upcast } from "../../log/events/catalog.js";
import type { HubRefusal, SentEvent } from "./hub.js";
import { isOthersKey } from "./member-key.js";
import { type Caller, hasRole, type KeyKind } from "./roles.js";

/** Which channels a key can vouch for. */
const vouchedBy: Readonly<Record<KeyKind, readonly string[]>> = {
  person: ["host", "person", "report", "orchestrator"],
  ci: ["report", "orchestrator"],
  agent: [],
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * The event as the hub takes it in from this caller: its actor is the member, and whatever it claims beyond
 * what the key can say is lowered, never raised. Or why it is refused.
 */
export function admitEvent(caller: Caller, event: SentEvent): SentEvent | { readonly refused: HubRefusal } {
  const origin = lowerOrigin(caller, event.origin);
  const current = currentForm({ ...event, origin });
  if ("refused" in current) return current;
  const { data, v } = current;
  if (!hasRole(caller.role, "agent"))
    return refuseBecause(
      "a reader records nothing",
      "ask an admin of the project for the role developer or agent",
    );
  if (event.key !== undefined && isOthersKey(caller.member, event.key))
    return refuseBecause(`the key '${event.key}' belongs to another member`, "use a key of your own");
  const refused = undecided(caller, { type: event.type, origin, data }) ?? misnamed(event.type, data);
  if (refused !== undefined) return { refused };
  return {
    ...event,
    actor: actorOf(caller.member, event.actor),
    origin,
    ...(needsLowering(caller, origin, data)
      ? { v, data: JSON.stringify(lowered(caller, origin, data)) }
      : {}),
  };
}

/**
 * `human` stays only with a person's own key, `system:` only with a key that may run agents, and the name of a
 * program that opened the library, whose words stand in prompts as they are, not with an agent's.
 */
export function lowerOrigin(caller: Caller, origin: string): string {
  const { kind, member } = caller;
  if (origin === "human" && speaksForPerson(caller)) return origin;
  if (origin === "human") return kind === "ci" ? `tool:${member}` : `agent:${member}`;
  if (origin.startsWith("prompt:") && kind !== "person") return `agent:${member}`;
  if (kind !== "agent") return origin;
  const lowered = origin.replace(/^system:/, "tool:");
  return isPlainReporter(lowered) ? `agent:${member}` : lowered;
}

/** Who wrote it on whose behalf: `claude@ada`, or the member alone. */
export function actorOf(member: string, claimed: string): string {
  if (claimed === member || claimed.endsWith(`@${member}`)) return claimed;
  return `${claimed.slice(0, longestActor - member.length - 1)}@${member}`;
}

/** As long as a name may be in the log. */
const longestActor = 200;

/** Why this caller may not decide what the event decides. */
function undecided(
  caller: Caller,
  event: { readonly type: string; readonly origin: string; readonly data: Fields },
): HubRefusal | undefined {
  const { type, origin } = event;
  switch (deciderOf(event)) {
    case "owner":
      return {
        reason: `${type} is an act of the hub itself`,
        next: "call the hub: 'lessons forget' for a text, 'whetstone team' for members and keys",
      };
    case "person":
      if (mayDecide(caller) && origin === "human") return undefined;
      return {
        reason: `${subjectOf(event.data)} waits: only a lead or an admin can decide it`,
        next: "ask a lead of the project",
      };
    case "lead's machine":
      if (mayDecide(caller)) return undefined;
      return {
        reason: `${type} because of a missing file is taken from the machine of a lead alone`,
        next: "nothing: the machine of a lead says it when it finds the same",
      };
    case "person's machine":
      if (speaksForPerson(caller)) return undefined;
      return {
        reason: `${type} is taken from a person's machine alone`,
        next: "nothing: the machine of a developer says it when it finds the same",
      };
    default:
      return undefined;
  }
}

/** What a decision is about. */
function subjectOf({ lesson, rule, adapter, phase }: Fields): string {
  return String(lesson ?? rule ?? adapter ?? phase ?? "it");
}

/** Anybody could send other words under the id that a sentence will have. */
function misnamed(type: string, { lesson, text }: Fields): HubRefusal | undefined {
  if (type !== "lesson-proposed" || isIdOf(String(lesson), String(text))) return undefined;
  return {
    reason: `${String(lesson)} is not the id of this text`,
    next: "propose the text with 'whetstone lessons add', which gives it its id",
  };
}

/**
 * In a team only a lead's own decision puts a rule in force. So what somebody said in a session is not yet a
 * decision, an agent's verdict that a rule was kept vouches for nobody's rule, and a text that no person wrote
 * has the weight of a proposal.
 */
function needsLowering(caller: Caller, origin: string, data: Fields): boolean {
  return (
    (data.witness !== undefined && !mayVouch(caller, origin, data)) ||
    (data.verificationPredicate !== undefined && !mayDecide(caller)) ||
    isTooHeavy(origin, data) ||
    data.interactive === true
  );
}

function lowered(caller: Caller, origin: string, data: Fields): Fields {
  const { witness, verificationPredicate, ...rest } = data;
  const kept = {
    ...rest,
    ...(witness !== undefined && mayVouch(caller, origin, data) ? { witness } : {}),
    ...(verificationPredicate !== undefined && mayDecide(caller) ? { verificationPredicate } : {}),
    ...(rest.interactive === true ? { interactive: false } : {}),
  };
  return isTooHeavy(origin, data) ? { ...kept, ...weightFor(origin, data) } : kept;
}

function isTooHeavy(origin: string, data: Fields): boolean {
  if (typeof data.priority !== "string" || typeof data.enforcement !== "string") return false;
  const { priority, enforcement } = weightFor(origin, data);
  return priority !== data.priority || enforcement !== data.enforcement;
}

function weightFor(origin: string, { priority, enforcement }: Fields) {
  const weight = { origin, priority, enforcement } as Parameters<typeof cappedByTrust>[0];
  return cappedByTrust(weight, { person: false, evidence: [] });
}

function mayVouch(caller: Caller, origin: string, { witness, lesson, kind }: Fields): boolean {
  if (witness === "person" && !hasRole(caller.role, "developer")) return false;
  if (lesson !== undefined && kind === "verified") return mayDecide(caller) && origin === "human";
  return vouchedBy[caller.kind].includes(String(witness));
}

function speaksForPerson({ kind, role }: Caller): boolean {
  return kind === "person" && hasRole(role, "developer");
}

/** Whether a key may decide for everybody. */
export function mayDecide({ kind, role }: Pick<Caller, "kind" | "role">): boolean {
  return kind === "person" && hasRole(role, "lead");
}

interface CurrentForm {
  readonly v: number;
  readonly data: Fields;
}

/**
 * The event as it is read, in the current version of its type: an older one may claim in another way what has
 * a field of its own now. Or why its data is not that of its type and version.
 */
function currentForm(event: SentEvent): CurrentForm | { readonly refused: HubRefusal } {
  const next = "update Whetstone on the machine that wrote it";
  try {
    const definition = definitionOf(event.type, event.v);
    const { v, data } = upcast(definition, { ...event, project: "", seq: 0 });
    const { success, error } = definition.data.safeParse(data);
    if (success) return { v, data: data as Fields };
    return refuseBecause(`${event.type}: ${error.issues[0]?.message ?? "does not fit its type"}`, next);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "newer_format")
      return { refused: { reason: error.message, next: "update Whetstone on the hub", isLater: true } };
    return refuseBecause(error instanceof Error ? error.message : String(error), next);
  }
}

function refuseBecause(reason: string, next: string): { readonly refused: HubRefusal } {
  return { refused: { reason, next } };
}
