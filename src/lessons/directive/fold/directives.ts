import { moveToEnd } from "../../../log/bounded-list.js";
import type { EventOf } from "../../../log/events/catalog.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";
import { directivePlaces, placingFields } from "./directive-places.js";
import {
  contentOf,
  isOnlyProposal,
  isRightlyNamed,
  proposalIn,
  takesPlace,
  withAccepted,
  withContent,
  withOther,
} from "./directive-proposals.js";
import { afterReceipt } from "./directive-receipts.js";
import {
  type Decided,
  type DirectiveRow,
  decidedOf,
  type Escalation,
  heardKept,
  historyKept,
  isAgreed,
  mayEscalate,
  type Standing,
  sessionsIn,
  withChange,
} from "./directive-row.js";

/** Directives by lesson id. */
export const directives: Projection<DirectiveRow, null> = {
  ...views.directives,
  places: directivePlaces,
  keepsPlaces: (before, after) => placingFields.every((field) => before[field] === after[field]),
  on: {
    "lesson-proposed": {
      keys: ({ data }) => (isRightlyNamed(data) ? [data.lesson] : []),
      evolve: (row, event) => (row === undefined ? proposed(event) : proposedAgain(row, event)),
    },
    "lesson-activated": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq, origin, actor, data: { proposal } }) => {
        if (row === undefined) return row;
        if (origin !== "human") return madeCheckable(row, seq);
        const chosen = withAccepted(row, { proposal, actor });
        if (chosen === undefined) return withChange(row, seq);
        return {
          ...withChange(chosen, seq),
          ...(row.accepted ? {} : weightSet(row)),
          status: "active",
          missing: [],
          retired: null,
          before: beforeChoice(row, chosen),
        };
      },
    },
    "lesson-quarantined": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, event) => {
        if (row === undefined || isSuperseded(row) || !mayQuarantine(row, event)) return row;
        return { ...withChange(row, event.seq), ...waiting(row, event), before: null };
      },
    },
    "lesson-hardened": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { id, data: { lesson: _lesson, ...added }, seq, origin }) => {
        if (row === undefined || (origin !== "human" && isAgreed(row))) return row;
        // Whoever decided before this was added has not seen it.
        const seen = origin === "human" ? {} : { proposal: id };
        return { ...withChange(row, seq), ...withoutGaps(added), ...seen };
      },
    },
    "hardening-failed": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) =>
        row && { ...withChange(row, seq), failedHardenings: row.failedHardenings + 1 },
    },
    "lesson-retired": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { data: { proposal, reason }, seq }) => {
        if (row === undefined || (proposal !== undefined && (row.accepted || row.proposal !== proposal)))
          return row;
        return { ...withChange(row, seq), status: "archived", retired: reason, before: decidedOf(row) };
      },
    },
    "lesson-edited": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { data: { to }, seq }) => row && { ...withChange(row, seq), ...withoutGaps(to) },
    },
    "lesson-confirmed": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) => row && { ...withChange(row, seq), confirmations: row.confirmations + 1 },
    },
    "correction-heard": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, event) => row && afterHearing(row, event),
    },
    "contradiction-found": {
      keys: ({ data }) => [data.lesson, data.other].flatMap(directiveKeys),
      evolve: (row, { data: { lesson, other }, seq }, _settings, key) =>
        row && {
          ...withChange(row, seq),
          contradicts: moveToEnd(row.contradicts, key === lesson ? other : lesson, historyKept),
        },
    },
    "lesson-promoted": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) => {
        if (row === undefined || !isOnlyProposal(row)) return row;
        return ifVouched({ ...withChange(row, seq), vouched: true, accepted: true, before: decidedOf(row) });
      },
    },
    "lesson-decision-undone": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) => row && { ...withChange(row, seq), ...row.before, before: null },
    },
    "lesson-exposed": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) => row && { ...withChange(row, seq), exposures: row.exposures + 1 },
    },
    "call-guarded": {
      keys: ({ data }) => [...new Set(data.lessons)].flatMap(directiveKeys),
      evolve: (row, { data: { tool, call = "" }, at, seq }) =>
        row && { ...withChange(row, seq), blocked: row.blocked + 1, lastBlocked: { at, tool, call } },
    },
    "receipt-recorded": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, event) => row && afterReceipt(row, event),
    },
    // What was accepted is settled: what is found after it is found anew.
    "gate-overridden": {
      keys: ({ data }) => [...new Set(data.lessons)].flatMap(directiveKeys),
      evolve: (row) => row && (row.violatedIn.length === 0 ? row : { ...row, violatedIn: [] }),
    },
    "directive-escalated": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { data: { from }, at, seq }) => {
        if (row === undefined || !mayEscalate(row)) return row;
        const to = { priority: "critical", enforcement: "enforce" } as const;
        return {
          ...withChange(row, seq),
          ...to,
          escalationHistory: history(row, { at, by: "violations", from, to, seq }),
        };
      },
    },
    "directive-set": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { data: { from, to }, at, seq }) =>
        row && {
          ...withChange(row, seq),
          ...to,
          // Only a person sets a weight, and doing so vouches for the directive, if it is clear which.
          ...(row.status === "proposed" && isOnlyProposal(row) ? { status: "active", accepted: true } : {}),
          before: null,
          violations: [],
          escalationHistory: history(row, { at, by: "person", from, to, seq }),
        },
    },
    "lesson-forgotten": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: () => undefined,
    },
  },
};

export function isDirective(lesson: string): boolean {
  return lesson.startsWith("directive-");
}

function directiveKeys(lesson: string): readonly string[] {
  return isDirective(lesson) ? [lesson] : [];
}

function proposed(event: EventOf<"lesson-proposed">): DirectiveRow {
  const { data, origin, at, seq } = event;
  return {
    lesson: data.lesson,
    ...proposalIn(event),
    otherProposals: [],
    accepted: false,
    status: "proposed",
    missing: [],
    contradicts: [],
    bornAtPhase: data.bornAtPhase,
    firstSeenAt: at,
    exposures: 0,
    receipts: {
      applied: 0,
      ignored: 0,
      n_a: 0,
      violated: 0,
      contradicted: 0,
      unacknowledged: 0,
      verified: 0,
      omitted: 0,
    },
    violatedIn: [],
    violations: [],
    claims: [],
    refuted: 0,
    blocked: 0,
    lastBlocked: null,
    escalationHistory: [],
    lastCheck: null,
    vouched: false,
    corroboration: [],
    confirmations: 0,
    heard: [],
    wasRule: false,
    answeredBriefs: [],
    failedHardenings: 0,
    retired: null,
    before: null,
    events: [seq],
    ...(isFromFailure(origin, data.category) ? { status: "archived", retired: supersededReason } : {}),
  };
}

/** What was found about an agent's text says nothing of a person's that took its place. */
function proposedAgain(row: DirectiveRow, event: EventOf<"lesson-proposed">): DirectiveRow {
  const [known, next] = [withChange(row, event.seq), proposalIn(event)];
  if (!takesPlace(row, next)) return withOther(known, next);
  const nothingFound = { missing: [], corroboration: [], violations: [], failedHardenings: 0 };
  return { ...withContent(known, next), ...nothingFound, status: "proposed", retired: null, before: null };
}

/** An agent added what was missing: that takes nothing out of force, and brings nothing back. */
function madeCheckable(row: DirectiveRow, seq: number): DirectiveRow {
  if (row.status === "active" || row.status === "archived") return row;
  return ifVouched({ ...withChange(row, seq), status: "proposed", missing: [], retired: null, before: null });
}

/** A weight that a person has set stays, whichever proposal is put in force. */
function weightSet({ escalationHistory, priority, enforcement }: DirectiveRow): Partial<Standing> {
  return escalationHistory.at(-1)?.by === "person" ? { priority, enforcement } : {};
}

/** What undoing the choice brings back: also the content, where another was chosen than stood there. */
function beforeChoice(row: DirectiveRow, chosen: DirectiveRow): Decided {
  if (chosen.otherProposals === row.otherProposals) return decidedOf(row);
  return { ...decidedOf(row), ...contentOf(row), otherProposals: row.otherProposals };
}

/**
 * Earlier versions made directives of failed tool calls. Failures are lessons of their own now: such a
 * directive is in force only if a person put it there.
 */
function isFromFailure(origin: string, category: string): boolean {
  return origin === "tool:reflection" && category === "tool failure";
}

const supersededReason = "superseded: what fails is kept as a failure lesson";

function isSuperseded({ status, retired }: DirectiveRow): boolean {
  return status === "archived" && retired === supersededReason;
}

/** However often it is said, it waits: a program can say it too. */
function afterHearing(row: DirectiveRow, { data, at, seq }: EventOf<"correction-heard">): DirectiveRow {
  const { lesson: _lesson, because: _because, call = null, ...words } = data;
  const heard = [...row.heard, { ...words, at, call }].slice(-heardKept);
  const counted = heard.filter((each) => each.interactive && each.counted === true);
  const wasRule = row.wasRule || (sessionsIn(counted) >= 2 && row.contradicts.length === 0);
  return { ...withChange(row, seq), heard, wasRule };
}

/**
 * Only a person takes back what is in force or was put away. That a file is gone which a directive cites is
 * seen by a program.
 */
function mayQuarantine(
  { status, citations }: DirectiveRow,
  { data: { missing }, origin }: EventOf<"lesson-quarantined">,
): boolean {
  if (origin === "human" || status === "proposed" || status === "quarantined") return true;
  return missing.includes("citation_gone") && citations.length > 0;
}

/** A person's rule needs neither a check nor a scope: what older versions kept back for that is in force. */
function waiting(
  row: DirectiveRow,
  { data: { missing }, origin }: EventOf<"lesson-quarantined">,
): Pick<DirectiveRow, "status" | "missing"> {
  const lacks = missing.filter((each) => each !== "missing_predicate" && each !== "missing_scope");
  if (row.origin !== "human") return { status: "quarantined", missing };
  if (lacks.length > 0) return { status: "quarantined", missing: lacks };
  return origin === "human"
    ? { status: "active", missing: [] }
    : { status: row.status, missing: row.missing };
}

/** A proposal is in force as soon as a person vouches for it. What agents say of it makes no rule. */
function ifVouched(row: DirectiveRow): DirectiveRow {
  return row.status === "proposed" && row.vouched ? { ...row, status: "active" } : row;
}

function history(row: DirectiveRow, escalation: Escalation): readonly Escalation[] {
  return [...row.escalationHistory, escalation].slice(-historyKept);
}

function withoutGaps<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
