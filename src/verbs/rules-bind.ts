import * as z from "zod/mini";
import { bindRule } from "../lessons/directive/bound/bind-rule.js";
import { decidedRuleOutput, statedRuleInput } from "../lessons/directive/bound/decide-rule.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

const count = z.int().check(z.nonnegative());

export const verb = defineVerb({
  name: "rules bind",
  group: "Lessons",
  summary: "Make a rule of an instruction file binding",
  description: `From now on the hooks of all coding agents ask this check about each call, and about the end of \
a turn: a call that breaks it is denied, put to you, or answered with a warning. The agent is told the file, the \
line, the rule and what to do instead. Trying again does not pass it.

It needs what the check would have done in past sessions. If it broke more than a third of what it was about, and \
fewer than five examples were looked at, it is refused: 'whetstone rules' shows the examples, and 'whetstone rules \
watch' counts without stopping anything.`,
  examples: [
    { run: "whetstone rules", about: "See what would have been stopped, then press b." },
    { run: "whetstone rules bind CLAUDE.md:88", about: "The same in one command:" },
  ],
  caller: "person",
  hub: "lead",
  input: z.strictObject({
    ...statedRuleInput,
    onBreach: field(
      "What follows a breach: the call is denied, a person is asked, or the agent is warned. As the check says, " +
        "or deny, if left out.",
      z.optional(z.enum(["deny", "ask", "warn"])),
    ),
    always: field(
      "True when what you ask for in a prompt is not to set it aside for that turn.",
      z._default(z.boolean(), false),
    ),
    replay: field(
      "What the check would have done in past sessions: how often it applied and was broken, in how many " +
        "sessions, and how many examples you looked at.",
      z.strictObject({ applied: count, broken: count, sessions: count, looked: count }),
    ),
  }),
  output: decidedRuleOutput,
  run: bindRule,
});
