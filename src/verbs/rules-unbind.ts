import * as z from "zod/mini";
import { decidedRuleOutput } from "../lessons/directive/bound/decide-rule.js";
import { unbindRule } from "../lessons/directive/bound/unbind-rule.js";
import { textId } from "../log/events/envelope.js";
import { ruleUnbound } from "../log/events/rule.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { decidedRuleText } from "./parts/decided-rule-text.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "rules unbind",
  group: "Lessons",
  summary: "Stop binding or watching a rule",
  description: `From now on no call is stopped or counted for it. A check that was marked as wrong is offered \
again. The rule itself stays in its file.`,
  examples: [{ run: "whetstone rules unbind CLAUDE.md:88", about: "It no longer binds:" }],
  words: ["unbind"],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    rule: field("The id of the rule, the beginning of it, or where it stands: CLAUDE.md:88.", textId),
    reason: field("Why.", ruleUnbound.data.shape.reason),
    ...callerInput,
  }),
  output: decidedRuleOutput,
  cli: {
    arguments: ["rule"],
    own: byOption,
    render: decidedRuleText,
  },
  run: unbindRule,
});
