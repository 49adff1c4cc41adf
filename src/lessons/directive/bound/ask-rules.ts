import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { branchAt } from "../../../base/project/branch-at.js";
import type { LedgerReader } from "../../../log/store/ledger-reader.js";
import type { Context } from "../../../verbs/call/context.js";
import { repositoryNamed, surroundingsOf } from "../call-surroundings.js";
import type { FileEdit } from "../check/added-text.js";
import type { Around, Finding } from "../check/call.js";
import type { Check, Then } from "../check/check.js";
import { checkedCall } from "../check/checked-call.js";
import { denialText } from "../check/denial.js";
import type { PreparedCheck } from "../check/prepared-check.js";
import { ruleName } from "../check/rule.js";
import { requirementName } from "../check/work.js";
import { denialsInARow, type RuleInForce, rules } from "../fold/rules.js";
import { type WorkState, workStates } from "../fold/work-states.js";
import { decidedByCall } from "./persons-decision.js";
import { wholeEdits } from "./whole-edits.js";

/** A call that is about to run, as its host reports it. */
export interface AskedCall {
  readonly tool: string;
  readonly command?: string | undefined;
  readonly files: readonly string[];
  readonly partial?: boolean | undefined;
  readonly writes: boolean;
  readonly edits: readonly FileEdit[];
  readonly skill?: string | undefined;
  /** Where it runs; the folder of the project, if left out. */
  readonly folder?: string | undefined;
}

/** What follows the breach of a rule. */
type Follows = Then | "watch";

/** A rule in force that a call or the end of a turn breaks, or may break. */
export interface Breach {
  readonly rule: RuleInForce;
  readonly follows: Follows;
  /** What the agent is told. */
  readonly text: string;
}

interface Asking {
  readonly session: string | undefined;
  /** Rules that the person set aside for this turn. */
  readonly overruled: readonly string[];
}

/** What the rules in force have against a call. */
export async function breachesAtCall(
  context: Context,
  reader: LedgerReader,
  rows: readonly RuleInForce[],
  use: AskedCall,
  { session, overruled }: Asking,
): Promise<readonly Breach[]> {
  const { root } = context.places;
  const folder = use.folder ?? root;
  const prepared = await context.rules();
  const checks = rows.map((row) => ({ row, check: prepared.of(row.check) }));
  const state = await stateFor(reader, checks, session);
  const edits = checks.some(({ check }) => readsFiles(check.check))
    ? wholeEdits(use.edits, folder)
    : use.edits;
  const call = checkedCall({ ...use, edits }, folder, surroundingsOf(context, folder));
  const around = aroundIn(root);
  const breaches: Breach[] = [];
  const decided = decidedByCall(call, rows);
  if (decided !== undefined) breaches.push({ rule: decided, follows: "deny", text: onlyPerson });
  for (const { row, check } of checks) {
    const finding = check.atCall(call, { ...around, state: stateSeenBy(row, state) });
    breaches.push(...(await breachOf(reader, row, check, finding, { session, state, overruled })));
  }
  return breaches;
}

const onlyPerson =
  "Only a person decides which rules bind: ask the person you work for, who does it at a terminal of their own.";

/** What the rules in force have against the end of a turn. */
export async function breachesAtStop(
  context: Context,
  reader: LedgerReader,
  rows: readonly RuleInForce[],
  session: string,
): Promise<readonly Breach[]> {
  const prepared = await context.rules();
  const state = await reader.row(workStates, session);
  const around = aroundIn(context.places.root);
  const breaches: Breach[] = [];
  for (const row of rows) {
    const check = prepared.of(row.check);
    const finding = check.atStop({ ...around, state: stateSeenBy(row, state) });
    // Nobody can be asked there.
    if (finding?.state !== "broken") continue;
    const found = await breachOf(reader, row, check, finding, { session, state, overruled: [] });
    breaches.push(
      ...found.map((each) => (each.follows === "ask" ? { ...each, follows: "deny" as const } : each)),
    );
  }
  return breaches;
}

function aroundIn(root: string): Omit<Around, "state"> {
  const tops = new Map<string, string | undefined>();
  const repositoryOf = (folder: string) => {
    if (!tops.has(folder)) tops.set(folder, repositoryNamed(folder, root));
    return tops.get(folder);
  };
  const exists = (file: string) => existsSync(isAbsolute(file) ? file : join(root, file));
  return { repositoryOf, branchOf: branchAt, exists };
}

/** Whether a check needs to know what a file holds. */
function readsFiles(check: Check): boolean {
  return (
    "limit" in check || ("never" in check && "text" in check.never) || ("newFile" in check && isAsked(check))
  );
}

function isAsked({ newFile: { must } }: Extract<Check, { newFile: unknown }>): boolean {
  return must !== undefined;
}

async function stateFor(
  reader: LedgerReader,
  checks: readonly { readonly check: PreparedCheck }[],
  session: string | undefined,
): Promise<WorkState | undefined> {
  if (session === undefined || !checks.some(({ check }) => "before" in check.check)) return undefined;
  return reader.row(workStates, session);
}

/** What happened before a rule was in force, or in a session that nobody watched, was not looked at for it. */
function stateSeenBy({ seq }: RuleInForce, state: WorkState | undefined): WorkState {
  if (state === undefined)
    return { session: "", began: 0, repositories: [], unseen: Number.MAX_SAFE_INTEGER };
  return seq > state.began ? { ...state, unseen: Math.max(state.unseen, seq) } : state;
}

async function breachOf(
  reader: LedgerReader,
  row: RuleInForce,
  { check }: PreparedCheck,
  finding: Finding | undefined,
  { session, state, overruled }: Asking & { readonly state: WorkState | undefined },
): Promise<readonly Breach[]> {
  if (finding === undefined || finding.state === "kept") return [];
  if (row.standing === "watched")
    return finding.state === "broken" ? [{ rule: row, follows: "watch", text: "" }] : [];
  const denials = await denialsOf(reader, row, check, session, state);
  const isSetAside = !row.always && overruled.includes(row.rule);
  const follows = followsOf(check, finding, denials, isSetAside);
  if (follows === undefined) return [];
  const text = denialText({ ...row, check }, finding);
  const hint = follows !== "warn" && denials >= denialsInARow ? ` ${stopTrying(row)}` : "";
  return [{ rule: row, follows, text: text + hint }];
}

/** What is not known is put to the person; a step before a command too, once it was asked for three times. */
function followsOf(check: Check, { state }: Finding, denials: number, isSetAside: boolean): Then | undefined {
  const { then = "limit" in check ? "warn" : "deny" } = check;
  if (then === "warn") return state === "unsure" || isSetAside ? undefined : "warn";
  if (then === "ask" || state === "unsure" || isSetAside) return "ask";
  const isStep = "before" in check && check.before !== "stop";
  return isStep && denials >= denialsInARow ? "ask" : "deny";
}

/** Denials of this session in a row: what was done in between that the rule asks for ends the row. */
async function denialsOf(
  reader: LedgerReader,
  { rule }: RuleInForce,
  check: Check,
  session: string | undefined,
  state: WorkState | undefined,
): Promise<number> {
  const { denials = [] } = (await reader.row(rules, rule)) ?? {};
  const seqs = denials.find((each) => each.session === session)?.seqs ?? [];
  if (!("before" in check)) return seqs.length;
  const name = requirementName(check);
  const done = (state?.repositories ?? []).flatMap(({ ran }) =>
    ran.filter(({ what }) => what === name).map(({ seq }) => seq),
  );
  return seqs.filter((seq) => seq > Math.max(0, ...done)).length;
}

function stopTrying(row: RuleInForce): string {
  return (
    "Trying again does not pass it: tell the person you work for. They can let the rule go with " +
    `'whetstone rules unbind ${ruleName(row)}'.`
  );
}
