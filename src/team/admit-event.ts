import { cappedByTrust } from "../engines/directives/trust.js";
import { WhetstoneError } from "../errors.js";
import { definitionOf, type EventType, upcast } from "../events/catalog.js";
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
  const problem = eventFault(event);
  if (problem !== undefined) return { refused: problem };
  const data = JSON.parse(event.data) as Fields;
  const origin = lowerOrigin(caller, event.origin);
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
  if (isDecision(event.type, data) && !(hasRole(caller.role, "lead") && origin === "human"))
    return refuseBecause(`${event.type} is for a lead or an admin`, "ask a lead of the project to decide it");
  return {
    ...event,
    actor: actorOf(caller.member, event.actor),
    origin,
    ...(needsLowering(caller, data) ? { data: JSON.stringify(lowered(caller, origin, data)) } : {}),
  };
}

/** `human` stays only with a person's own key, and `system:` only with a key that may run agents. */
export function lowerOrigin({ kind, role, member }: Caller, origin: string): string {
  if (origin === "human") {
    if (kind === "person" && hasRole(role, "developer")) return "human";
    return kind === "ci" ? `tool:${member}` : `agent:${member}`;
  }
  if (origin.startsWith("system:") && kind === "agent") return `tool:${origin.slice("system:".length)}`;
  if (origin.startsWith("prompt:") && kind !== "person") return `agent:${member}`;
  return origin;
}

/** Who wrote it on whose behalf: `claude@ada`, or the member alone. */
export function actorOf(member: string, claimed: string): string {
  if (claimed === member || claimed.endsWith(`@${member}`)) return claimed;
  return `${claimed.slice(0, longestActor - member.length - 1)}@${member}`;
}

/** As long as a name may be in the log. */
const longestActor = 200;

function isDecision(type: string, { by }: Fields): boolean {
  return type === "lesson-deprecated" ? by === "person" : decisions.has(type);
}

function needsLowering(caller: Caller, data: Fields): boolean {
  return (
    (data.witness !== undefined && !mayVouch(caller, data.witness)) ||
    (data.verificationPredicate !== undefined && !mayDecide(caller)) ||
    (data.enforcement !== undefined && caller.kind !== "person")
  );
}

function lowered(caller: Caller, origin: string, data: Fields): Fields {
  const { witness, verificationPredicate, ...rest } = data;
  const { priority, enforcement } = rest;
  const kept = {
    ...rest,
    ...(witness !== undefined && mayVouch(caller, witness) ? { witness } : {}),
    ...(verificationPredicate !== undefined && mayDecide(caller) ? { verificationPredicate } : {}),
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

function mayDecide({ kind, role }: Caller): boolean {
  return kind === "person" && hasRole(role, "lead");
}

/** Why the data is not that of its type and version; undefined where it is. */
function eventFault(event: SentEvent): HubRefusal | undefined {
  try {
    const definition = definitionOf(event.type, event.v);
    const { data } = upcast(definition, { ...event, project: "", seq: 0 });
    const { success, error } = definition.data.safeParse(data);
    if (success) return undefined;
    const reason = `${event.type}: ${error.issues[0]?.message ?? "does not fit its type"}`;
    return { reason, next: "update Whetstone on the machine that wrote it" };
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "newer_format")
      return { reason: error.message, next: "update Whetstone on the hub", isLater: true };
    const reason = error instanceof Error ? error.message : String(error);
    return { reason, next: "update Whetstone on the machine that wrote it" };
  }
}

function refuseBecause(reason: string, next: string): { readonly refused: HubRefusal } {
  return { refused: { reason, next } };
}
