import type { EventOf } from "../../../log/events/catalog.js";
import type { Witness } from "../../../log/events/witness.js";
import type { Directive } from "../rules/directive.js";
import { mayEnforce } from "../rules/trust.js";
import type { Proposed } from "./directive-proposals.js";

/** A scoped, checkable instruction, where it stands, and what became of it wherever it was shown. */
export interface DirectiveRow extends Directive, Proposed {
  /** Why it is not active. */
  readonly missing: readonly string[];
  readonly contradicts: readonly string[];
  /** How many phases had ended when it came in. */
  readonly bornAtPhase: number;
  readonly firstSeenAt: string;
  readonly exposures: number;
  readonly receipts: Readonly<Record<ReceiptKind, number>>;
  /** The runs with a violation that is counted and that nothing has verified since. */
  readonly violatedIn: readonly string[];
  /**
   * What checks and vouched reviewers found since its weight was last set, the newest, oldest first. What an
   * agent reports of itself is not among them: by its own words it could make a directive critical, and
   * honesty would be punished.
   */
  readonly violations: readonly { readonly at: string; readonly run: string; readonly seq: number }[];
  /** The newest work in which agents said that they applied it, or a check or a reviewer found that they did not. */
  readonly claims: readonly Claim[];
  /** How often an agent said that it was applied where a check or a reviewer found the opposite. */
  readonly refuted: number;
  /** How many calls it blocked, and the newest of them. */
  readonly blocked: number;
  readonly lastBlocked: { readonly at: string; readonly tool: string; readonly call: string } | null;
  readonly escalationHistory: readonly Escalation[];
  /** How its check ended the last time that its end was recorded. */
  readonly lastCheck: { readonly at: string; readonly passed: boolean; readonly detail: string } | null;
  /** A person vouched for it. */
  readonly vouched: boolean;
  /** Other roles' verified evidence, the newest of it. */
  readonly corroboration: readonly {
    readonly origin: string;
    readonly source: ReceiptSource;
    readonly kind: string;
    readonly witness?: Witness | undefined;
  }[];
  readonly confirmations: number;
  /** When and where a person said it to an agent, the newest, oldest first. Empty for every other lesson. */
  readonly heard: readonly Heard[];
  /** Being said in two sessions made it a rule in an earlier version. It waits for its person again. */
  readonly wasRule: boolean;
  /** The newest briefs that an agent answered, or kept silent about. */
  readonly answeredBriefs: readonly string[];
  readonly failedHardenings: number;
  /** Why it was put away; null unless it is archived. */
  readonly retired: string | null;
  /** Its state before a person's last decision, as long as that can be undone. */
  readonly before: Decided | null;
  /** The newest events behind these numbers, by seq. */
  readonly events: readonly number[];
}

/** What a person decides of a directive, and what it said before, where the decision changed that. */
export type Decided = Pick<DirectiveRow, "status" | "missing" | "retired" | "vouched" | "accepted"> &
  Partial<Proposed>;

/** A person's words in a session of an agent. */
interface Heard extends Pick<CorrectionHeard, "kind" | "text" | "session" | "interactive" | "counted"> {
  readonly at: string;
  readonly call: string | null;
}

type CorrectionHeard = EventOf<"correction-heard">["data"];
type ReceiptKind = EventOf<"receipt-recorded">["data"]["kind"];
type ReceiptSource = EventOf<"receipt-recorded">["data"]["source"];

export interface Escalation {
  readonly at: string;
  readonly by: "violations" | "person";
  readonly from: Standing;
  readonly to: Standing;
  readonly seq: number;
}

/** What was said of a directive in one phase of work. */
export interface Claim {
  readonly work: string;
  /** How often agents said that it was applied, as far as nothing refuted them. */
  readonly applied: number;
  readonly violated: boolean;
}

export type Standing = Pick<Directive, "priority" | "enforcement">;

const eventsKept = 20;
export const historyKept = 20;
export const heardKept = 10;

/** Whether it was agreed on as it is: then only a person changes what it forbids and whom it binds. */
export function isAgreed({
  status,
  enforcement,
  origin,
  accepted,
}: Pick<DirectiveRow, "status" | "enforcement" | "origin" | "accepted">): boolean {
  return status !== "quarantined" || enforcement === "enforce" || origin === "human" || accepted;
}

/**
 * Whether violations may make it critical and enforced: it is in force, some are known, and more than its
 * author stands behind it. How many are needed in how many days is a setting of whoever counted them.
 */
export function mayEscalate(row: DirectiveRow): boolean {
  return row.status === "active" && row.violations.length > 0 && isTrusted(row);
}

/** Whether it may be critical or enforced: somebody besides its author stands behind it. */
export function isTrusted(row: DirectiveRow): boolean {
  const { origin, author, vouched, accepted, corroboration } = row;
  // Who accepts what was said at a prompt stands behind words of a person, not of an agent.
  const person = vouched || (accepted && origin.startsWith("prompt:"));
  return mayEnforce(origin, { author, person, evidence: corroboration });
}

/** A person said it in a session, and has not decided on it yet. */
export function awaitsItsPerson({ status, heard }: Pick<DirectiveRow, "status" | "heard">): boolean {
  return status === "proposed" && heard.length > 0;
}

/** In how many sessions a person said it. */
export function sessionsIn(heard: readonly Pick<Heard, "session">[]): number {
  return new Set(heard.map(({ session }) => session)).size;
}

export function withChange(row: DirectiveRow, seq: number): DirectiveRow {
  return { ...row, events: [...row.events, seq].slice(-eventsKept) };
}

export function decidedOf({ status, missing, retired, vouched, accepted }: DirectiveRow): Decided {
  return { status, missing, retired, vouched, accepted };
}
