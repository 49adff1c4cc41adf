import { oneLine } from "../../../base/text/one-line.js";
import type { Finding } from "../check/call.js";
import type { Check } from "../check/check.js";
import { checkTitle, printCheck } from "../check/check.js";
import type { AskedCheck, PastMoment, PastTally, SessionTally } from "../check/past-rules.js";
import { ruleId } from "../check/rule.js";
import type { RuleRow as DecidedRow } from "../fold/rules.js";
import type { WrittenRule } from "./written-rules.js";

export type DecidedStanding = DecidedRow["standing"];

/** What the sessions so far say of a rule, for a person who decides about it. */
type RuleMark =
  | "kept"
  | "broken"
  | "never followed"
  | "fails when followed"
  | "you overruled it"
  | "no occasion";

/** One time at which a check applied. */
interface RuleExample extends Finding, PastMoment {}

/** One check of one rule, with what past sessions say of it. */
export interface RuleRow {
  /** Its id. */
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  /** The statement as it is written. */
  readonly text: string;
  readonly check: Check;
  /** The check in a few words. */
  readonly title: string;
  readonly mark: RuleMark;
  /** What a person decided about it; null for a proposal. */
  readonly standing: DecidedStanding | null;
  /** What it applied to: commits, edits, commands, turns, sessions. */
  readonly unit: string;
  readonly applied: number;
  readonly broken: number;
  /** How often what it needs to know was not seen; not among `applied`. */
  readonly unsure: number;
  /** How often the person had asked for it in that very turn; not among `applied`. */
  readonly overruled: number;
  /** Sessions in which it applied, and in which it was broken. */
  readonly sessions: number;
  readonly brokenIn: number;
  readonly followed: number;
  /** Of `followed`: what it asks for could not even be run. */
  readonly faults: number;
  readonly examples: Readonly<Record<Finding["state"], readonly RuleExample[]>>;
  /** When its line was written as it is, ISO 8601; null where nobody knows. */
  readonly since: string | null;
  /** A letter for each of the newest sessions, in the order of time: `b`roken, `k`ept, `.` where it did not apply. */
  readonly strip: string;
  /** The same by the coding agents in whose sessions it applied. */
  readonly agents: readonly AgentCount[];
}

interface AgentCount {
  readonly agent: string;
  readonly applied: number;
  readonly broken: number;
}

/** What past sessions say of the rules of a project, as `whetstone rules --json` prints it. */
export interface PastRulesSeen {
  readonly project: string;
  readonly root: string;
  /** The files that state rules. */
  readonly files: readonly string[];
  readonly sessions: number;
  /** Without sessions the log of git is read instead: how many commits. */
  readonly commits: number;
  /** ISO 8601 of the first and the last thing that was read; null without any. */
  readonly from: string | null;
  readonly to: string | null;
  readonly statements: number;
  readonly rows: readonly RuleRow[];
  readonly unchecked: readonly Pick<WrittenRule, "file" | "line" | "text" | "heading" | "lead" | "why">[];
  /** Rules that bind or are watched and that their file no longer states so. */
  readonly gone: readonly Pick<DecidedRow, "rule" | "file" | "line" | "text" | "standing">[];
}

/** One check of a rule. */
interface RuleCheck {
  readonly rule: WrittenRule;
  readonly check: Check;
  readonly id: string;
  readonly title: string;
}

/** The checks of rules, each once in a file: several statements may say the same. */
export function uniqueChecks(rules: readonly WrittenRule[]): readonly RuleCheck[] {
  const found = new Map<string, RuleCheck>();
  for (const rule of rules)
    for (const check of rule.checks) {
      const key = `${rule.file}\n${printCheck(check)}`;
      if (found.has(key)) continue;
      const id = ruleId({ file: rule.file, text: oneLine(rule.text, 2_000), check });
      found.set(key, { rule, check, id, title: checkTitle(check) });
    }
  return [...found.values()];
}

/** The same, to be asked of past sessions. */
export function askedChecks(
  rules: readonly WrittenRule[],
  writtenAt: (rule: WrittenRule) => string | undefined,
): readonly (AskedCheck & { readonly rule: WrittenRule })[] {
  return uniqueChecks(rules).map(({ rule, check }) => {
    return { rule, check, since: writtenAt(rule), agents: rule.agents };
  });
}

interface Around {
  readonly standings: ReadonlyMap<string, DecidedStanding>;
  /** The sessions that were read, in the order of time. */
  readonly order: readonly string[];
}

export function ruleRow(
  { rule: { file, line, text }, check, since }: AskedCheck & { readonly rule: WrittenRule },
  tally: PastTally,
  { standings, order }: Around,
): RuleRow {
  const rule = ruleId({ file, text: oneLine(text, 2_000), check });
  const { kept, broken, unsure, overruled, followed, faults } = tally;
  const applied = kept + broken;
  return {
    rule,
    file,
    line,
    text,
    check,
    title: checkTitle(check),
    mark: markOf(tally),
    unit: unitOf(check),
    standing: standings.get(rule) ?? null,
    applied,
    broken,
    unsure,
    overruled,
    followed,
    faults,
    sessions: tally.sessions.size,
    brokenIn: [...tally.sessions.values()].filter((each) => each.broken > 0).length,
    examples: examplesOf(tally),
    since: since ?? null,
    strip: order
      .slice(-stripLength)
      .map((session) => letterOf(tally.sessions.get(session)))
      .join(""),
    agents: agentCounts(tally),
  };
}

function examplesOf({ examples }: PastTally): RuleRow["examples"] {
  const flat = (state: Finding["state"]) =>
    examples[state].map(({ finding, moment }) => ({ ...finding, ...moment }));
  return { kept: flat("kept"), broken: flat("broken"), unsure: flat("unsure") };
}

/** As many sessions as a line of a page shows. */
const stripLength = 80;

function letterOf(session: SessionTally | undefined): string {
  if (session === undefined) return ".";
  return session.broken > 0 ? "b" : "k";
}

function agentCounts({ sessions }: PastTally): readonly AgentCount[] {
  const counts = new Map<string, AgentCount>();
  for (const { agent, kept, broken } of sessions.values()) {
    const before = counts.get(agent) ?? { agent, applied: 0, broken: 0 };
    counts.set(agent, { agent, applied: before.applied + kept + broken, broken: before.broken + broken });
  }
  return [...counts.values()].sort((one, other) => other.applied - one.applied);
}

/** Fewer say nothing about whether anybody follows a rule. */
const enoughApplications = 10;
/** Fewer may be an accident of the machine. */
const enoughFaults = 3;
const faultShare = 0.1;

function markOf({ kept, broken, overruled, followed, faults }: PastTally): RuleMark {
  if (faults >= enoughFaults && faults >= followed * faultShare) return "fails when followed";
  if (overruled > broken) return "you overruled it";
  if (kept + broken === 0) return "no occasion";
  if (broken === 0) return "kept";
  return kept === 0 && broken >= enoughApplications ? "never followed" : "broken";
}

/** What a check is asked of. */
function unitOf(check: Check): string {
  if ("never" in check) return "run" in check.never ? "command" : "edit";
  if ("commit" in check) return "commit";
  if ("newFile" in check) return "new file";
  if ("limit" in check) return "edit";
  if ("prefix" in check) return "command";
  if (check.since === undefined) return "session";
  if (check.before === "stop") return "turn";
  if ("write" in check.before) return "edit";
  return gateUnits[check.before.run] ?? "command";
}

const gateUnits: Readonly<Record<string, string>> = {
  "git commit": "commit",
  "git push": "push",
  "gh pr create": "pull request",
};

/** Those broken most often first, each as far as it is known; then those that only ever were kept. */
export function byBroken(one: RuleRow, other: RuleRow): number {
  const weight = ({ broken, applied, unsure }: RuleRow) =>
    broken === 0 ? 0 : (broken * applied) / (applied + unsure);
  return weight(other) - weight(one) || other.applied - one.applied || one.line - other.line;
}
