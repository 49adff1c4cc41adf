import { changeLesson, changeLessonInput, changeLessonOutput } from "../lessons/change-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons promote",
  group: "Lessons",
  summary: "Vouch for a lesson, which makes it proven",
  description: `Makes a lesson proven because a person confirms it. A strategy stays proven for 90 days \
without evidence; after that, and whenever its runs do harm, its evidence decides again. A proposed \
rule is put in force.

A failure lesson becomes active, and the reason is shown with it as a person's advice on what to do.

A deprecated lesson cannot be promoted: reset it first.`,
  examples: [
    {
      run: 'whetstone lessons promote strategy-8654dd93951d --reason "it held in review"',
      about: "Vouch for it:",
    },
  ],
  words: ["confirm", "promote"],
  caller: "person",
  hub: "lead",
  input: changeLessonInput,
  output: changeLessonOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, state }, style) => `${style.bold(lesson)} was promoted: it is ${state} now`,
  },
  run: (context, input) => changeLesson(context, "promote", input),
});
