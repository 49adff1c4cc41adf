import type { Context } from "../../../verbs/call/context.js";
import { rules } from "../fold/rules.js";
import { answered } from "./decide-rule.js";
import { findRule } from "./find-rule.js";

interface Unbinding {
  readonly rule: string;
  readonly reason?: string | undefined;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

/** Takes back what a person decided about a rule: it neither binds nor is watched, and its check may be offered. */
export async function unbindRule(
  context: Context,
  { rule: given, reason, actor = context.actor, origin = context.origin }: Unbinding,
) {
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const row = await findRule(writer, given);
    const changed = row.standing !== "unbound";
    if (changed)
      await writer.append({ type: "rule-unbound", data: { rule: row.rule, reason }, actor, origin });
    return answered(changed ? await writer.row(rules, row.rule) : row, changed);
  });
}
