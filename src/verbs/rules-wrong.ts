import * as z from "zod/mini";
import { decidedRuleOutput, decideRule, statedRuleInput } from "../lessons/directive/bound/decide-rule.js";
import { checkMarkedWrong } from "../log/events/rule.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "rules wrong",
  group: "Lessons",
  summary: "Mark a check that does not match its rule",
  description: `The check is no longer offered, and no longer binds or counts. The rule itself stays in its file.`,
  examples: [{ run: "whetstone rules wrong CLAUDE.md:88", about: "It stops what the rule allows:" }],
  caller: "person",
  hub: "lead",
  input: z.strictObject({ ...statedRuleInput, reason: field("Why.", checkMarkedWrong.data.shape.reason) }),
  output: decidedRuleOutput,
  run: (context, { reason, ...stated }) =>
    decideRule(context, stated, { type: "check-marked-wrong", data: { reason } }),
});
