import { cappedByTrust } from "../engines/directives/trust.js";
import { isPlainReporter } from "../engines/unconfirmed/witness.js";
import { WhetstoneError } from "../errors.js";
import { definitionOf, type EventType, upcast } from "../events/catalog.js";
import { isByHand } from "../events/lesson.js";
import type { HubRefusal, SentEvent } from "./hub.js";
import { type Caller, hasRole, type KeyKind } from "./roles.js";

/** What somebody decides for everybody: it needs a lead, who says so as a person. */
const decisions: ReadonlySet<string> = new Set<EventType>([
  "gate-overridden",
  "lesson-activated",
  "lesson-confirmed",
  "lesson-edited",
  "lesson-muted",
  "lesson-promoted",
  "lesson-put-to-sleep",
  "lesson-decision-undone",
  "lesson-reset",
  "lesson-retired",
  "lesson-unmuted",
  "directive-set",
  "policy-relaxed",
  "policy-set",
  "trial-started",
  "trial-stopped",
]);

/**
 * What a program found in somebody's working folder and nobody can look up in the log. A person's key stands
 * for the folder; an agent that says so would speak for itself.
 */
const foundInFolder: ReadonlySet<string> = new Set<EventType>(["directive-escalated", "lessons-published"]);

/** The log of the hub itself has to lose the text first, which its verb `lessons forget` sees to. */
const erasures: ReadonlySet<string> = new Set<EventType>(["lesson-forgotten", "text-forgotten"]);

/** What the hub writes itself about its members: a machine that said so would write its own audit. */
const hubsOwn: ReadonlySet<string> = new Set<EventType>(["member-changed", "key-made", "key-revoked"]);

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
  if (erasures.has(event.type))
    return refuseBecause("a text is forgotten on the hub itself", "call 'lessons forget' of the hub");
  if (hubsOwn.has(event.type))
    return refuseBecause(
      "members and keys are changed on the hub itself",
      "an admin does it with 'whetstone team'",
    );
  if (isDecision(event.type, origin, data) && !(hasRole(caller.role, "lead") && origin === "human"))
    return refuseBecause(`${event.type} is for a lead or an admin`, "ask a lead of the project to decide it");
  if (isFoundInFolder(event.type, data) && !speaksForPerson(caller))
    return refuseBecause(
      `${event.type} is taken from a person's machine alone`,
      "nothing: the machine of a developer says it when it finds the same",
    );
  return {
    ...event,
    actor: actorOf(caller.member, event.actor),
    origin,
    ...(needsLowering(caller, data) ? { v, data: JSON.stringify(lowered(caller, origin, data)) } : {}),
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

/**
 * That evidence put a lesson away is only announced, and every reader counts the evidence itself. What a
 * person adds to a directive or finds missing holds at once, and what an agent does only while it waits.
 */
function isDecision(type: string, origin: string, { by }: Fields): boolean {
  if (type === "lesson-deprecated") return isByHand({ by: String(by) });
  if (type === "lesson-hardened" || type === "lesson-quarantined") return origin === "human";
  return decisions.has(type);
}

function isFoundInFolder(type: string, { missing }: Fields): boolean {
  if (type === "lesson-quarantined") return Array.isArray(missing) && missing.includes("citation_gone");
  return foundInFolder.has(type);
}

function needsLowering(caller: Caller, data: Fields): boolean {
  return (
    (data.witness !== undefined && !mayVouch(caller, data.witness)) ||
    (data.verificationPredicate !== undefined && !mayDecide(caller)) ||
    (data.enforcement !== undefined && caller.kind !== "person") ||
    (data.interactive === true && !speaksForPerson(caller))
  );
}

function lowered(caller: Caller, origin: string, data: Fields): Fields {
  const { witness, verificationPredicate, ...rest } = data;
  const { priority, enforcement } = rest;
  const kept = {
    ...rest,
    ...(witness !== undefined && mayVouch(caller, witness) ? { witness } : {}),
    ...(verificationPredicate !== undefined && mayDecide(caller) ? { verificationPredicate } : {}),
    ...(rest.interactive === true ? { interactive: speaksForPerson(caller) } : {}),
  };
  if (caller.kind === "person" || typeof priority !== "string" || typeof enforcement !== "string")
    return kept;
  const weight = { origin, priority, enforcement } as Parameters<typeof cappedByTrust>[0];
  return { ...kept, ...cappedByTrust(weight, { person: false, evidence: [] }) };
}

function mayVouch({ kind, role }: Caller, witness: unknown): boolean {
  if (witness === "person" && !hasRole(role, "developer")) return false;
  return vouchedBy[kind].includes(String(witness));
}

function speaksForPerson({ kind, role }: Caller): boolean {
  return kind === "person" && hasRole(role, "developer");
}

function mayDecide({ kind, role }: Caller): boolean {
  return kind === "person" && hasRole(role, "lead");
}

interface CurrentForm {
  readonly v: number;
  readonly data: Fields;
}

/**
 * The event as it is read, in the current version of its type: an older one may claim by its origin alone what
 * has a field of its own now. Or why its data is not that of its type and version.
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
