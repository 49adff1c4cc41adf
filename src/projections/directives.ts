import type { Directive } from "../engines/directives/directive.js";
import { anyName } from "../engines/directives/scope.js";
import { isCorroborated, isVouchedViolation, mayEnforce } from "../engines/directives/trust.js";
import type { EventOf } from "../events/catalog.js";
import type { Witness } from "../events/witness.js";
import { similarityKeys } from "../language/compare.js";
import { moveToEnd } from "./bounded-list.js";
import {
  citingList,
  enforcedList,
  heardList,
  proposedIn,
  quarantineList,
  roleList,
  similarList,
  toolList,
} from "./directive-lists.js";
import { earliestFirst, escalatedList, newestFirst, stateList } from "./list-keys.js";
import type { Projection } from "./projection.js";
import { views } from "./views.js";

/** A scoped, checkable instruction, where it stands, and what became of it wherever it was shown. */
export interface DirectiveRow extends Directive {
  /** Why it is not active. */
  readonly missing: readonly string[];
  readonly contradicts: readonly string[];
  /** Where a person brought it along from. */
  readonly from: { readonly project: string; readonly lesson: string; readonly origin: string } | null;
  /** How many phases had ended when it came in. */
  readonly bornAtPhase: number;
  readonly firstSeenAt: string;
  readonly exposures: number;
  readonly receipts: Readonly<Record<ReceiptKind, number>>;
  /**
   * What checks and vouched reviewers found since its weight was last set, the newest, oldest first. What an
   * agent reports of itself is not among them: by its own words it could make a directive critical, and
   * honesty would be punished.
   */
  readonly violations: readonly { readonly at: string; readonly run: string; readonly seq: number }[];
  readonly escalationHistory: readonly Escalation[];
  /** How its check ended the last time that its end was recorded. */
  readonly lastCheck: { readonly at: string; readonly passed: boolean; readonly detail: string } | null;
  /** The channel that knows who its author is. */
  readonly author: Witness | null;
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

/** What a person decides of a directive. */
type Decided = Pick<DirectiveRow, "status" | "missing" | "retired" | "vouched">;

/** A person's words in a session of an agent. */
interface Heard extends Pick<CorrectionHeard, "kind" | "text" | "session" | "interactive"> {
  readonly at: string;
  readonly call: string | null;
}

type CorrectionHeard = EventOf<"correction-heard">["data"];
type ReceiptKind = EventOf<"receipt-recorded">["data"]["kind"];
type ReceiptSource = EventOf<"receipt-recorded">["data"]["source"];

interface Escalation {
  readonly at: string;
  readonly by: "violations" | "person";
  readonly from: Standing;
  readonly to: Standing;
  readonly seq: number;
}
type Standing = Pick<Directive, "priority" | "enforcement">;

const eventsKept = 20;
const violationsKept = 20;
const historyKept = 20;
const corroborationKept = 10;
const heardKept = 10;

/** Directives by lesson id. */
export const directives: Projection<DirectiveRow, null> = {
  ...views.directives,
  places: directivePlaces,
  keepsPlaces: (before, after) => placingFields.every((field) => before[field] === after[field]),
  on: {
    "lesson-proposed": {
      keys: ({ data }) => [data.lesson],
      // The same text proposed again is the same directive: the first one's facts stand.
      evolve: (row, event) => (row === undefined ? proposed(event) : withChange(row, event.seq)),
    },
    "lesson-activated": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq, origin }) => {
        if (row === undefined || (isSuperseded(row) && origin !== "human")) return row;
        const known = { ...withChange(row, seq), missing: [], retired: null };
        if (origin !== "human") return ifBacked({ ...known, status: "proposed", before: null });
        return { ...known, status: "active", before: decidedOf(row) };
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
      evolve: (row, { data: { lesson: _lesson, ...added }, seq, origin }) => {
        if (row === undefined || (origin !== "human" && isAgreed(row))) return row;
        return { ...withChange(row, seq), ...withoutGaps(added) };
      },
    },
    "hardening-failed": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) =>
        row && { ...withChange(row, seq), failedHardenings: row.failedHardenings + 1 },
    },
    "lesson-retired": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { data: { reason }, seq }) =>
        row && { ...withChange(row, seq), status: "archived", retired: reason, before: decidedOf(row) },
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
      evolve: (row, event) => row && ifBacked(afterHearing(row, event)),
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
      evolve: (row, { seq }) =>
        row && ifBacked({ ...withChange(row, seq), vouched: true, before: decidedOf(row) }),
    },
    "lesson-decision-undone": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) => row && { ...withChange(row, seq), ...row.before, before: null },
    },
    "lesson-exposed": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, { seq }) => row && { ...withChange(row, seq), exposures: row.exposures + 1 },
    },
    "receipt-recorded": {
      keys: ({ data }) => directiveKeys(data.lesson),
      evolve: (row, event) => row && ifBacked(afterReceipt(row, event)),
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
          // Only a person sets a weight, and doing so vouches for the directive.
          status: row.status === "proposed" ? "active" : row.status,
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

function proposed({ data, origin, at, seq }: EventOf<"lesson-proposed">): DirectiveRow {
  const { kind: _kind, from, candidate: _candidate, bornAtPhase, verificationPredicate, ...rest } = data;
  const { witness: author = null, ...fields } = rest;
  return {
    ...fields,
    author,
    ...(verificationPredicate === undefined ? {} : { verificationPredicate }),
    status: "proposed",
    origin,
    missing: [],
    contradicts: [],
    from: from ?? null,
    bornAtPhase,
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
    violations: [],
    escalationHistory: [],
    lastCheck: null,
    vouched: false,
    corroboration: [],
    confirmations: 0,
    heard: [],
    answeredBriefs: [],
    failedHardenings: 0,
    retired: null,
    before: null,
    events: [seq],
    ...(isFromFailure(origin, data.category) ? { status: "archived", retired: supersededReason } : {}),
  };
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

function afterReceipt(row: DirectiveRow, event: EventOf<"receipt-recorded">): DirectiveRow {
  const { data, at, seq, origin } = event;
  const { kind, source, brief, witness, detail = "" } = data;
  const evidence = kind === "verified" && source !== "delegate";
  return {
    ...withChange(row, seq),
    receipts: { ...row.receipts, [kind]: row.receipts[kind] + 1 },
    violations: isVouchedViolation(data)
      ? [...row.violations, { at, run: workIn(event), seq }].slice(-violationsKept)
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

/**
 * The work that a violation was found in. In a host each agent has a run of its own, and its task is the
 * session: what two reviewers found in one session was done once.
 */
function workIn({ data, run, task, seq }: EventOf<"receipt-recorded">): string {
  const session = data.witness === "host" ? task : undefined;
  return session ?? run ?? data.phase ?? `event ${seq}`;
}

/**
 * Said in two interactive sessions, it is a person's word for good, unless the person stands behind the
 * opposite: then the person has to decide.
 */
function afterHearing(row: DirectiveRow, { data, at, seq }: EventOf<"correction-heard">): DirectiveRow {
  const { kind, text, session, interactive, call = null } = data;
  const heard = [...row.heard, { kind, text, session, interactive, at, call }].slice(-heardKept);
  const sessions = new Set(heard.filter((each) => each.interactive).map((each) => each.session));
  const vouched = row.vouched || (sessions.size >= 2 && row.contradicts.length === 0);
  return { ...withChange(row, seq), heard, vouched };
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

/** Whether it was agreed on as it is: then only a person changes what it forbids and whom it binds. */
export function isAgreed({ status, enforcement }: Pick<DirectiveRow, "status" | "enforcement">): boolean {
  return status !== "quarantined" || enforcement === "enforce";
}

/**
 * Whether violations may make it critical and enforced: some are known, and more than its author stands behind
 * it. How many are needed in how many days is a setting of whoever counted them.
 */
function mayEscalate(row: DirectiveRow): boolean {
  return row.violations.length > 0 && isTrusted(row);
}

/** Whether it may be critical or enforced: somebody besides its author stands behind it. */
export function isTrusted({ origin, author, vouched, corroboration }: DirectiveRow): boolean {
  return mayEnforce(origin, { author, person: vouched, evidence: corroboration });
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

/**
 * A proposal is in force as soon as a person vouches for it, or an independent role has verified it. What a
 * person wrote and nobody activated waits for a lead of the team, whatever agents say of it.
 */
function ifBacked(row: DirectiveRow): DirectiveRow {
  const { status, origin, vouched, corroboration } = row;
  const backed =
    vouched || (origin !== "human" && isCorroborated(origin, { person: false, evidence: corroboration }));
  return status === "proposed" && backed ? { ...row, status: "active" } : row;
}

function decidedOf({ status, missing, retired, vouched }: DirectiveRow): Decided {
  return { status, missing, retired, vouched };
}

function withChange(row: DirectiveRow, seq: number): DirectiveRow {
  return { ...row, events: [...row.events, seq].slice(-eventsKept) };
}

function history(row: DirectiveRow, escalation: Escalation): readonly Escalation[] {
  return [...row.escalationHistory, escalation].slice(-historyKept);
}

function withoutGaps<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}

/** All that the places of a directive are made of: being shown or answered changes none of it. */
const placingFields = [
  "text",
  "status",
  "heard",
  "appliesToAgents",
  "appliesToTools",
  "priority",
  "enforcement",
  "citations",
  "firstSeenAt",
  "escalationHistory",
] as const satisfies readonly (keyof DirectiveRow)[];

function directivePlaces(row: Pick<DirectiveRow, (typeof placingFields)[number]>): readonly string[] {
  const places = [
    ...similarityKeys(row.text).map(similarList),
    stateList(row.status) + earliestFirst(Number.POSITIVE_INFINITY),
  ];
  if (row.status === "quarantined") return [...places, quarantineList + row.firstSeenAt];
  const scopes = [...rolesOf(row).map(roleList), ...row.appliesToTools.map(toolList)];
  // What a person said waits for that person, and no agent is shown it before.
  if (awaitsItsPerson(row)) return [...places, heardList + newestFirst(row.firstSeenAt)];
  if (row.status === "proposed")
    return [...places, ...scopes.map((list) => proposedIn(list) + standing(row))];
  if (row.status !== "active") return places;
  const last = row.escalationHistory.at(-1);
  return [
    ...places,
    ...scopes.map((list) => list + standing(row)),
    ...(row.enforcement === "enforce" ? [enforcedList] : []),
    ...(row.citations.length > 0 ? [citingList] : []),
    ...(last?.by === "violations" ? [escalatedList + newestFirst(last.at)] : []),
  ];
}

/** A person said it in a session, and has neither repeated nor accepted it yet. */
export function awaitsItsPerson({ status, heard }: Pick<DirectiveRow, "status" | "heard">): boolean {
  return status === "proposed" && heard.length > 0;
}

/** A directive without roles and tools is for everyone. */
function rolesOf({
  appliesToAgents,
  appliesToTools,
}: Pick<DirectiveRow, "appliesToAgents" | "appliesToTools">): readonly string[] {
  return appliesToAgents.length === 0 && appliesToTools.length === 0 ? [anyName] : appliesToAgents;
}

/** The weightiest first, then the newest. */
function standing({ priority, firstSeenAt }: Pick<DirectiveRow, "priority" | "firstSeenAt">): string {
  return `${{ critical: 0, high: 1, medium: 2, low: 3 }[priority]}${newestFirst(firstSeenAt)}`;
}
