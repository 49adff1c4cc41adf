import { moveToEnd } from "../../../log/bounded-list.js";
import type { EventOf } from "../../../log/events/catalog.js";
import { isVouchedViolation } from "../rules/trust.js";
import { type Claim, type DirectiveRow, historyKept, withChange } from "./directive-row.js";

const violationsKept = 20;
const corroborationKept = 10;
const claimsKept = 20;

/** The row after somebody judged whether it was followed. */
export function afterReceipt(row: DirectiveRow, event: EventOf<"receipt-recorded">): DirectiveRow {
  const { data, at, seq, origin } = event;
  const { kind, source, brief, witness, detail = "" } = data;
  const evidence = kind === "verified" && source !== "delegate";
  const work = workIn(event);
  // What an agent admits, a reviewer finds and a check finds in one run was done once.
  const counts = kind !== "violated" || !row.violatedIn.includes(work);
  return {
    ...withChange(row, seq),
    ...afterClaim(row, event),
    receipts: { ...row.receipts, [kind]: row.receipts[kind] + (counts ? 1 : 0) },
    violatedIn: evidence
      ? []
      : kind === "violated"
        ? moveToEnd(row.violatedIn, work, violationsKept)
        : row.violatedIn,
    violations: isVouchedViolation(data)
      ? [...row.violations, { at, run: work, seq }].slice(-violationsKept)
      : row.violations,
    lastCheck: source === "predicate" ? { at, passed: kind === "verified", detail } : row.lastCheck,
    answeredBriefs:
      brief === undefined ? row.answeredBriefs : moveToEnd(row.answeredBriefs, brief, historyKept),
    corroboration: evidence
      ? [...row.corroboration, { origin, source, kind, ...(witness === undefined ? {} : { witness }) }].slice(
          -corroborationKept,
        )
      : row.corroboration,
  };
}

/** An agent's word does not hold beside what a check or a reviewer finds in the same work, before it or after. */
function afterClaim(
  { claims, refuted }: DirectiveRow,
  event: EventOf<"receipt-recorded">,
): Pick<DirectiveRow, "claims" | "refuted"> {
  const { kind, source, phase } = event.data;
  const work = phase ?? workIn(event);
  const before = claims.find((each) => each.work === work) ?? { work, applied: 0, violated: false };
  const withClaim = (change: Partial<Claim>) =>
    [...claims.filter((each) => each.work !== work), { ...before, ...change }].slice(-claimsKept);
  if (source === "delegate") {
    if (kind !== "applied") return { claims, refuted };
    return before.violated
      ? { claims, refuted: refuted + 1 }
      : { claims: withClaim({ applied: before.applied + 1 }), refuted };
  }
  if (kind === "verified") return { claims: withClaim({ violated: false }), refuted };
  if (kind !== "violated") return { claims, refuted };
  return { claims: withClaim({ applied: 0, violated: true }), refuted: refuted + before.applied };
}

/**
 * The work that a violation was found in. In a host each agent has a run of its own, and its task is the
 * session: what two reviewers found in one session was done once.
 */
function workIn({ data, run, task, seq }: EventOf<"receipt-recorded">): string {
  const session = data.witness === "host" ? task : undefined;
  return session ?? run ?? data.phase ?? `event ${seq}`;
}
