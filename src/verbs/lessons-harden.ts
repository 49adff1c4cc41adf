import * as z from "zod/mini";
import { changedDirectiveOutput, hardenDirective } from "../lessons/directive/change-directive.js";
import {
  filesComeLaterInput,
  predicateRefusal,
  refuseUselessPredicate,
} from "../lessons/directive/check-predicate.js";
import { lessonInput } from "../lessons/find-lesson.js";
import { directiveFields } from "../log/events/directive.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { checkableOptions } from "./parts/checkable-options.js";
import { directiveText } from "./parts/directive-text.js";
import { answersOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons harden",
  group: "Lessons",
  summary: "Make a quarantined rule checkable",
  description: `Adds what a rule lacks: a check or a scope. Once nothing is missing, it becomes
active if a person did it (--by), and otherwise waits as a proposal. 'whetstone lessons harden-quarantine'
lets a language model do it.`,
  examples: [
    {
      run: "whetstone lessons list --kind directive --state quarantined",
      about: "Rules that are in quarantine:",
    },
    {
      run: 'whetstone lessons harden 3f9a41c2 --roles coder --must "run the linter"',
      about: "Say who it is for, and what can be checked:",
    },
  ],
  caller: "anyone",
  hub: "agent",
  input: z.strictObject({
    lesson: lessonInput,
    triggers: field("Phrases in a task that call for it.", z.optional(directiveFields.triggers)),
    requiredActions: field("Actions that it requires.", z.optional(directiveFields.requiredActions)),
    forbiddenActions: field("Actions that it forbids.", z.optional(directiveFields.forbiddenActions)),
    verificationChecks: field(
      "How to tell whether it was followed, in words.",
      z.optional(directiveFields.verificationChecks),
    ),
    verificationPredicate: field(
      "A check that a program runs, such as grep:<regex>:<glob>. Only a person may give one.",
      directiveFields.verificationPredicate,
    ),
    filesComeLater: filesComeLaterInput,
    appliesToAgents: field("Roles that it is for; * for all.", z.optional(directiveFields.appliesToAgents)),
    appliesToTools: field("Tools that it is for.", z.optional(directiveFields.appliesToTools)),
    ...callerInput,
  }),
  output: changedDirectiveOutput,
  cli: {
    arguments: ["lesson"],
    options: checkableOptions,
    own: answersOption,
    render: directiveText,
  },
  check: (context, { verificationPredicate, origin }) =>
    predicateRefusal(context, verificationPredicate, origin),
  run: async (context, input) => {
    await refuseUselessPredicate(context, "lessons harden", input);
    const { lesson, actor = context.actor, origin = context.origin, ...fields } = input;
    context.beforeWriting();
    return context.ledger.write((writer) =>
      hardenDirective(context, writer, lesson, fields, { actor, origin }),
    );
  },
});
