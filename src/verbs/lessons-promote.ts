import { changeLesson, changeLessonInput, changeLessonOutput } from "../app/change-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption, personNeeded, withPerson } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons promote",
  group: "Lessons",
  summary: "Make a lesson proven",
  description: `Makes a lesson proven because a person confirms it, whatever its evidence. It stays proven \
until evidence or a person deprecates it. A proposed directive is in force from then on.

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
    prepare: withPerson,
    render: ({ lesson, state }, style) => `${style.bold(lesson)} was promoted: it is ${state} now`,
  },
  check: (context, input) => personNeeded(context, input, "only a person can vouch for a lesson"),
  run: (context, input) => changeLesson(context, "promote", input),
});
