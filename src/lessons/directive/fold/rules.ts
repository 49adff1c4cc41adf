import { pushBounded } from "../../../log/bounded-list.js";
import type { EventData, EventOf } from "../../../log/events/catalog.js";
import type { Projection } from "../../../log/projection.js";
import { views } from "../../../log/views.js";

/** A rule of an instruction file that a person decided about, and what came of it since. */
export interface RuleRow {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** The check as one line of JSON. */
  readonly check: string;
  readonly standing: "proposed" | "bound" | "watched" | "unbound" | "wrong";
  /** What the person asks for in a prompt does not set it aside. */
  readonly always: boolean;
  /** Who decided last, and when. */
  readonly by: string;
  readonly at: string;
  /** The newest decision; what happened before it was not looked at for this rule. */
  readonly seq: number;
  readonly counts: RuleCounts;
  readonly lastBroken: { readonly at: string; readonly session: string | null; readonly call: string } | null;
  /** The sessions in which it was last denied, with the newest denials of each by their places in the log. */
  readonly denials: readonly { readonly session: string; readonly seqs: readonly number[] }[];
}

/** How often calls broke it, by what came of that. */
interface RuleCounts {
  readonly denied: number;
  readonly asked: number;
  readonly warned: number;
  readonly watched: number;
  /** How often what a person typed set it aside for a turn. */
  readonly overruled: number;
}

/** More sessions than are under way at once. */
const sessionsKept = 20;

/** As many denials in a row as change what the agent is told. */
export const denialsInARow = 3;

/** What is asked about each call, in one row: a hook reads it before every call. */
export interface RulesInForceRow {
  readonly rules: readonly RuleInForce[];
}

/** A rule that is bound or watched. */
export interface RuleInForce
  extends Pick<RuleRow, "rule" | "file" | "line" | "text" | "check" | "standing" | "always" | "seq"> {}

/** Far more than people bind. */
const inForceKept = 200;

type Decided = EventOf<"rule-bound" | "rule-watched" | "check-marked-wrong" | "check-proposed">;

/** Rules by their id. */
export const rules: Projection<RuleRow, null> = {
  ...views.rules,
  on: {
    "rule-bound": {
      keys: ({ data }) => [data.rule],
      evolve: (row, event) => decided(row, event, "bound", event.data.always === true),
    },
    "rule-watched": {
      keys: ({ data }) => [data.rule],
      evolve: (row, event) => decided(row, event, "watched"),
    },
    "check-marked-wrong": {
      keys: ({ data }) => [data.rule],
      evolve: (row, event) => decided(row, event, "wrong"),
    },
    "check-proposed": {
      keys: ({ data }) => [data.rule],
      evolve: (row, event) => row ?? decided(row, event, "proposed"),
    },
    "rule-unbound": {
      keys: ({ data }) => [data.rule],
      evolve: (row, { actor: by, at, seq }) =>
        row && { ...row, standing: "unbound", always: false, by, at, seq, denials: [] },
    },
    "rule-overruled": {
      keys: ({ data }) => [data.rule],
      evolve: (row) => row && { ...row, counts: { ...row.counts, overruled: row.counts.overruled + 1 } },
    },
    "call-guarded": {
      keys: ({ data: { rules: about = [] } }) => [...new Set(about)],
      evolve: (row, event) => row && broken(row, event),
    },
  },
};

/** There is one row: its key is the name of the view. */
const inForceKey = views.rulesInForce.name;

/** The rules in force, in the order in which they were decided about. */
export const rulesInForce: Projection<RulesInForceRow, null> = {
  ...views.rulesInForce,
  on: {
    "rule-bound": {
      keys: () => [inForceKey],
      evolve: (row, event) => withRule(row, inForce(event, "bound", event.data.always === true)),
    },
    "rule-watched": {
      keys: () => [inForceKey],
      evolve: (row, event) => withRule(row, inForce(event, "watched")),
    },
    "check-marked-wrong": {
      keys: () => [inForceKey],
      evolve: (row, { data }) => row && withoutRule(row, data.rule),
    },
    "rule-unbound": {
      keys: () => [inForceKey],
      evolve: (row, { data }) => row && withoutRule(row, data.rule),
    },
  },
};

function inForce({ data, seq }: Decided, standing: RuleInForce["standing"], always = false): RuleInForce {
  const { rule, file, line, text, check } = data;
  return { rule, file, line, text, check, standing, always, seq };
}

function withRule(row: RulesInForceRow | undefined, rule: RuleInForce): RulesInForceRow {
  return {
    rules: pushBounded(row === undefined ? [] : withoutRule(row, rule.rule).rules, rule, inForceKept),
  };
}

function withoutRule({ rules: known }: RulesInForceRow, gone: string): RulesInForceRow {
  return { rules: known.filter(({ rule }) => rule !== gone) };
}

const noCounts: RuleCounts = { denied: 0, asked: 0, warned: 0, watched: 0, overruled: 0 };

function decided(
  row: RuleRow | undefined,
  { data, actor: by, at, seq }: Decided,
  standing: RuleRow["standing"],
  always = false,
): RuleRow {
  const { rule, file, line, text, check } = data;
  const { counts = noCounts, lastBroken = null } = row ?? {};
  return { rule, file, line, text, check, standing, always, by, at, seq, counts, lastBroken, denials: [] };
}

function broken(row: RuleRow, { data, at, seq, run }: EventOf<"call-guarded">): RuleRow {
  const { decision, phase, tool, call = "" } = data;
  const session = phase ?? run ?? null;
  return {
    ...row,
    counts: withCount(row.counts, decision),
    lastBroken: { at, session, call: `${tool} ${call}`.trim() },
    denials: decision === "denied" && session !== null ? withDenial(row.denials, session, seq) : row.denials,
  };
}

function withCount(counts: RuleCounts, decision: EventData<"call-guarded">["decision"]): RuleCounts {
  return decision === "stopped" ? counts : { ...counts, [decision]: counts[decision] + 1 };
}

function withDenial(denials: RuleRow["denials"], session: string, seq: number): RuleRow["denials"] {
  const seqs = denials.find((each) => each.session === session)?.seqs ?? [];
  const others = denials.filter((each) => each.session !== session);
  return [...others, { session, seqs: pushBounded(seqs, seq, denialsInARow) }].slice(-sessionsKept);
}
