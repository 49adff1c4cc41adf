import { changeLesson, changeLessonInput, changeLessonOutput } from "../lessons/change-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "lessons sleep",
  group: "Lessons",
  summary: "Silence a failure lesson until its failure comes back",
  description: `Puts a failure lesson to sleep: agents are not shown it until its failure comes back. A \
lesson also falls asleep by itself once its call works again. 'whetstone lessons activate' wakes it at once, \
and 'whetstone lessons retire' stops showing a lesson for good.`,
  examples: [
    {
      run: 'whetstone lessons sleep 3f9a41c2 --reason "the tool was updated"',
      about: "Silent until it fails again:",
    },
  ],
  caller: "person",
  hub: "lead",
  input: changeLessonInput,
  output: changeLessonOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson }, style) => `${style.bold(lesson)} is asleep until its failure comes back`,
  },
  run: (context, input) => changeLesson(context, "sleep", input),
});
