import * as z from "zod/mini";
import { decidedRuleOutput, decideRule, statedRuleInput } from "../lessons/directive/bound/decide-rule.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "rules watch",
  group: "Lessons",
  summary: "Count how often a rule of an instruction file is broken, without blocking",
  description: `From now on each call that breaks the rule is put on record, and goes on. A rule that was bound \
no longer stops anything.`,
  examples: [{ run: "whetstone rules watch CLAUDE.md:88", about: "First see how often it is broken:" }],
  caller: "person",
  hub: "lead",
  input: z.strictObject(statedRuleInput),
  output: decidedRuleOutput,
  run: (context, input) => decideRule(context, input, { type: "rule-watched", data: {} }),
});
