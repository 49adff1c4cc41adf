import type { DirectiveRow } from "../fold/directive-row.js";
import { type GateCheck, type GateItem, openBlocks } from "../rules/gate.js";
import { shortIds } from "../rules/short-ids.js";
import type { CheckResult } from "./phase-directives.js";
import type { ShownInPhase } from "./shown-in-phase.js";

/** Those that can keep the phase open: active, critical or enforced, and not accepted by an override. */
export function bindingDirectives({ row, rows }: ShownInPhase): readonly DirectiveRow[] {
  return rows.filter(
    ({ lesson, status, priority, enforcement }) =>
      status === "active" &&
      (priority === "critical" || enforcement === "enforce") &&
      row?.accepted.includes(lesson) !== true,
  );
}

/** What the gate decides on, with the results of the checks that were just run. */
export function gateItems(shown: ShownInPhase, checks: readonly CheckResult[]): readonly GateItem[] {
  const ids = shortIds(shown.rows.map(({ lesson }) => lesson));
  const byLesson = new Map(checks.map((check) => [check.lesson, check]));
  return bindingDirectives(shown).map((directive) => {
    const { lesson, text, priority, enforcement } = directive;
    const receipts = (shown.row?.receipts[lesson] ?? []).flatMap(({ kind, ...receipt }) =>
      kind === "omitted" ? [] : [{ kind, ...receipt }],
    );
    const check = checkOf(directive, byLesson.get(lesson));
    const commands = shown.required.get(lesson);
    const shortId = ids.get(lesson) ?? lesson;
    return { lesson, shortId, text, priority, enforcement, receipts, check, commands };
  });
}

/** A directive that came into the phase while checks were running keeps it open until its own has run. */
function checkOf(
  { verificationPredicate: predicate }: DirectiveRow,
  result: CheckResult | undefined,
): GateCheck | undefined {
  if (predicate === undefined) return undefined;
  return result ?? { predicate, passed: false, found: ["it has not been run yet"] };
}

/**
 * Whether a phase is known to be wanting: a check failed or somebody found a violation, and nothing has taken
 * it back. A missing answer says nothing about the work.
 */
export function isWanting(shown: ShownInPhase): boolean {
  const { row, rows } = shown;
  if (row === undefined || row.ended) return false;
  const checks = rows.flatMap(({ lesson, verificationPredicate: predicate }) => {
    const last = row.receipts[lesson]?.findLast(({ source }) => source === "predicate");
    const passed = last?.kind !== "violated";
    const found = { reason: "", found: [], empty: false };
    return predicate === undefined ? [] : [{ lesson, predicate, passed, ...found }];
  });
  const blocks = openBlocks(gateItems(shown, checks));
  return blocks.some(({ reason }) => ["check_failed", "violated", "not_run"].includes(reason));
}

/** What stays open when a phase begins again: also what has a check, since nobody knows how it would end. */
export function openDirectives(shown: ShownInPhase): readonly string[] {
  if (shown.row === undefined || shown.row.ended) return [];
  return openBlocks(gateItems(shown, [])).map(({ lesson }) => lesson);
}
