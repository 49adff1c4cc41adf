import { changeLesson, changeLessonInput, changeLessonOutput } from "../lessons/change-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons reset",
  group: "Lessons",
  summary: "Start a lesson over as a candidate, without its past evidence",
  description: `Makes a lesson a candidate again. Evidence from before the reset no longer counts, but \
stays in
the log.`,
  examples: [
    {
      run: 'whetstone lessons reset strategy-8654dd93951d --reason "the queue was rewritten"',
      about: "Start again:",
    },
  ],
  words: ["reset"],
  caller: "person",
  hub: "lead",
  input: changeLessonInput,
  output: changeLessonOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, state }, style) => `${style.bold(lesson)} was reset: it is ${state} now`,
  },
  run: (context, input) => changeLesson(context, "reset", input),
});
