import { programName } from "../../../reading/shell/wrappers.js";
import type { CheckedCall } from "../check/call.js";
import { onlyTells } from "../check/commands.js";
import { ruleName } from "../check/rule.js";
import type { RuleInForce } from "../fold/rules.js";

const decisions = /^(?:bind|watch|wrong|unbind)$/;

/**
 * The rule that a call decides about. The command refuses an agent by the marks in its environment, which
 * `env -u` takes off: so the call is denied before it runs.
 */
export function decidedByCall({ read }: CheckedCall, rows: readonly RuleInForce[]): RuleInForce | undefined {
  const run = read.runs.find(isDecision);
  if (run === undefined) return undefined;
  return rows.find((row) => run.words.some((word) => word === ruleName(row) || word === row.rule)) ?? rows[0];
}

function isDecision(run: CheckedCall["read"]["runs"][number]): boolean {
  const [program = "", room, verb = ""] = run.words;
  return (
    /^(?:whetstone|wst)$/.test(programName(program)) &&
    room === "rules" &&
    decisions.test(verb) &&
    !onlyTells(run)
  );
}
