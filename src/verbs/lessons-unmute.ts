import { muteInput, muteLesson, muteOutput } from "../lessons/mute-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { muteCommand } from "./parts/mute-command.js";

export const verb = defineVerb({
  name: "lessons unmute",
  group: "Lessons",
  summary: "Show a lesson to a role again",
  description: "Undoes 'whetstone lessons mute': the role may be shown the lesson again.",
  examples: [{ run: "whetstone lessons unmute 3f9a41c2 --role reviewer", about: "Show it again:" }],
  caller: "person",
  hub: "lead",
  input: muteInput,
  output: muteOutput,
  cli: {
    ...muteCommand,
    render: ({ lesson, role, changed }, style) =>
      `${style.bold(lesson)} ${changed ? "may be shown again to" : "was not muted for"} ${role}`,
  },
  run: (context, input) => muteLesson(context, "lesson-unmuted", input),
});
