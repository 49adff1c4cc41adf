import * as z from "zod/mini";
import { changedDirectiveOutput, decide } from "../app/change-directive.js";
import { callerInput } from "../app/envelope-input.js";
import { lessonInput } from "../app/find-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { directiveText } from "./parts/directive-text.js";
import { byOption, reasonInput } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons retire",
  group: "Lessons",
  summary: "Stop showing a directive or a failure lesson",
  description: `Retires a directive or a failure lesson: it is neither shown nor worked on. Nothing is deleted;
'whetstone lessons activate' brings it back, 'whetstone lessons forget' removes its text.`,
  examples: [
    { run: 'whetstone lessons retire 3f9a41c2 --reason "the tool is gone"', about: "Stop showing it:" },
  ],
  caller: "person",
  input: z.strictObject({ lesson: lessonInput, reason: reasonInput, ...callerInput }),
  output: changedDirectiveOutput,
  cli: { arguments: ["lesson"], own: byOption, render: directiveText },
  run: (context, input) => decide(context, "lesson-retired", input),
});
