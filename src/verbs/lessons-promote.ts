import { changeLesson, changeLessonInput, changeLessonOutput } from "../app/change-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons promote",
  group: "Lessons",
  summary: "Make a lesson proven",
  description: `Makes a lesson proven because a person confirms it. A strategy stays proven for 90 days \
without evidence; after that, and whenever its runs do harm, its evidence decides again. A \
proposed directive is in force from then on.

A failure lesson is active from then on, and the reason is said with it, as a person's word on what to do.

A deprecated lesson cannot be promoted: reset it first.`,
  examples: [
    {
      run: 'whetstone lessons promote strategy-8654dd93951d --reason "it held in review"',
      about: "Vouch for it:",
    },
  ],
  caller: "person",
  input: changeLessonInput,
  output: changeLessonOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, state }, style) => `${style.bold(lesson)} was promoted: it is ${state} now`,
  },
  run: (context, input) => changeLesson(context, "promote", input),
});
