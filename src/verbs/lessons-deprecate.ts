import { changeLesson, changeLessonInput, changeLessonOutput } from "../app/change-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { answersOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons deprecate",
  group: "Lessons",
  summary: "Stop showing a lesson",
  description: `Deprecates a lesson with a reason: plans leave it out. Evidence does not bring it back; only a
reset does.`,
  examples: [
    {
      run: 'whetstone lessons deprecate strategy-8654dd93951d --reason "the queue is gone"',
      about: "Stop showing it:",
    },
  ],
  caller: "anyone",
  input: changeLessonInput,
  output: changeLessonOutput,
  cli: {
    arguments: ["lesson"],
    own: answersOption,
    render: ({ lesson, state }, style) => `${style.bold(lesson)} was deprecated: it is ${state} now`,
  },
  run: (context, input) => changeLesson(context, "deprecate", input),
});
