import * as z from "zod/mini";
import { activate, changedDirectiveOutput } from "../lessons/directive/change-directive.js";
import { lessonInput } from "../lessons/find-lesson.js";
import { callerInput } from "./call/envelope-input.js";
import { defineVerb } from "./frame/define-verb.js";
import { directiveText } from "./parts/directive-text.js";
import { byOption, reasonInput } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons activate",
  group: "Lessons",
  summary: "Put a proposed or quarantined rule in force",
  description: `A person decides that a rule is in force: one that an agent, a tool, an import or a \
model proposed, or one that waits in quarantine because it contradicts another, or lacks a check or a scope. \
Without a scope it is for everyone. One that cites files holds for them as they are now, so this is also how \
a person says that it still holds. A failure lesson that was retired, or that sleeps, is shown again.`,
  examples: [
    {
      run: "whetstone lessons list --kind directive --state proposed",
      about: "Rules that wait for a person:",
    },
    { run: 'whetstone lessons activate 3f9a41c2 --reason "both hold, in turn"', about: "Activate it:" },
  ],
  words: ["activate", "approve"],
  caller: "person",
  hub: "lead",
  input: z.strictObject({ lesson: lessonInput, reason: reasonInput, ...callerInput }),
  output: changedDirectiveOutput,
  cli: { arguments: ["lesson"], own: byOption, render: directiveText },
  run: activate,
});
