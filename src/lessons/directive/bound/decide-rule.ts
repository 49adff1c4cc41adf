import * as z from "zod/mini";
import { oneLine } from "../../../base/text/one-line.js";
import type { EventData } from "../../../log/events/catalog.js";
import { statedRuleFields } from "../../../log/events/rule.js";
import type { Context } from "../../../verbs/call/context.js";
import { callerInput } from "../../../verbs/call/envelope-input.js";
import { field } from "../../../verbs/call/field.js";
import type { Immutable } from "../../../verbs/call/immutable.js";
import { parseCheck, printCheck } from "../check/check.js";
import { ruleId, type StatedRule } from "../check/rule.js";
import { type RuleRow, rules } from "../fold/rules.js";

/** A rule as it stands in its file, with its check. */
export const statedRuleInput = {
  file: field("The file that states it, from the folder of the project.", statedRuleFields.file),
  line: field("The line where it stands.", statedRuleFields.line),
  text: field("The statement, as it stands there.", statedRuleFields.text),
  check: field("What a program can see of it, as JSON.", statedRuleFields.check),
  ...callerInput,
};

const count = z.int();

export const ruleOutput = z.strictObject({
  rule: field("Its id.", z.string()),
  file: field("The file that states it.", z.string()),
  line: field("The line where it stood when a person decided about it.", z.int()),
  text: field("The statement.", z.string()),
  check: field("Its check as one line of JSON.", z.string()),
  standing: field(
    "proposed: its check waits for a person. bound: calls that break it are stopped, put to a person or answered with a warning. watched: they are " +
      "counted. unbound: neither any more. wrong: its check does not say what it says.",
    z.enum(["proposed", "bound", "watched", "unbound", "wrong"]),
  ),
  always: field("True when what the person asks for in a prompt does not set it aside.", z.boolean()),
  by: field("Who decided so.", z.string()),
  at: field("When.", z.string()),
  counts: field(
    "How often calls broke it, by what came of that, and how often the person set it aside for a turn.",
    z.strictObject({ denied: count, asked: count, warned: count, watched: count, overruled: count }),
  ),
});

export const decidedRuleOutput = z.strictObject({
  rule: ruleOutput,
  changed: field("False when it was so before.", z.boolean()),
});

type DecidedRule = Immutable<z.output<typeof decidedRuleOutput>>;

export interface StatedInput extends Omit<StatedRule, "check"> {
  readonly check: string;
  readonly actor?: string | undefined;
  readonly origin?: string | undefined;
}

/** What a person decides about a rule, without the rule. */
export type Decision =
  | {
      readonly type: "rule-bound";
      readonly data: Omit<EventData<"rule-bound">, keyof EventData<"rule-watched">>;
    }
  | { readonly type: "rule-watched"; readonly data: Readonly<Record<never, never>> }
  | { readonly type: "check-marked-wrong"; readonly data: { readonly reason: string | undefined } };

/** Writes down what a person decides about a rule, unless it says nothing new. */
export async function decideRule(
  context: Context,
  { file, line, text, check: given, actor = context.actor, origin = context.origin }: StatedInput,
  decision: Decision,
): Promise<DecidedRule> {
  const check = parseCheck(given);
  const stated = { file, line, text: oneLine(text, 2_000), check: printCheck(check) };
  const rule = ruleId({ ...stated, check });
  context.beforeWriting();
  return context.ledger.write(async (writer) => {
    const before = await writer.row(rules, rule);
    const changed = before === undefined || !isSame(before, stated, decision);
    if (changed) await writer.append({ ...draftOf({ rule, ...stated }, decision), actor, origin });
    return answered(changed ? await writer.row(rules, rule) : before, changed);
  });
}

function draftOf(stated: EventData<"rule-watched">, { type, data }: Decision) {
  if (type === "rule-bound") return { type, data: { ...stated, ...data } };
  if (type === "rule-watched") return { type, data: stated };
  return { type, data: { ...stated, ...data } };
}

const standings = {
  "rule-bound": "bound",
  "rule-watched": "watched",
  "check-marked-wrong": "wrong",
} as const;

function isSame(
  row: RuleRow,
  { check, line }: Pick<RuleRow, "check" | "line">,
  { type, data }: Decision,
): boolean {
  const always = type === "rule-bound" && data.always === true;
  return (
    row.standing === standings[type] && row.check === check && row.line === line && row.always === always
  );
}

export function answered(row: RuleRow | undefined, changed: boolean): DecidedRule {
  if (row === undefined) throw new Error("a rule has no row after it was decided about");
  return { rule: outputOf(row), changed };
}

export function outputOf(row: RuleRow): Immutable<z.output<typeof ruleOutput>> {
  const { seq: _seq, lastBroken: _last, denials: _denials, ...rest } = row;
  return rest;
}
