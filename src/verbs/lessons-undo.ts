import { changeLesson, changeLessonInput, changeLessonOutput } from "../lessons/change-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons undo",
  group: "Lessons",
  summary: "Undo the last decision about a rule or a failure lesson",
  description: `Undoes the last decision of a person about a rule or a failure lesson: that it was put \
in force, retired, put to sleep, woken, or promoted. The lesson returns to its state before; a proposal \
waits again. Both decisions stay in the log.

It cannot undo 'lessons forget', 'lessons reset', a weight that 'lessons set' changed (set it again), or a \
decision about a failure lesson whose failure has come back since. 'lessons edit' changes a text back.`,
  examples: [
    { run: 'whetstone lessons undo 3f9a41c2 --reason "the wrong one"', about: "It was the wrong one:" },
  ],
  words: ["revert", "undo"],
  caller: "person",
  hub: "lead",
  input: changeLessonInput,
  output: changeLessonOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, state }, style) => `${style.bold(lesson)} is ${state} again`,
  },
  run: (context, input) => changeLesson(context, "undo", input),
});
