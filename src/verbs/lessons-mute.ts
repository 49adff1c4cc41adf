import { muteInput, muteLesson, muteOutput } from "../lessons/mute-lesson.js";
import { defineVerb } from "./frame/define-verb.js";
import { muteCommand } from "./parts/mute-command.js";

export const verb = defineVerb({
  name: "lessons mute",
  group: "Lessons",
  summary: "Hide a lesson from a role",
  description: `A role is no longer shown a rule or an insight; other roles are. 'whetstone lessons show' \
lists the roles, and 'whetstone lessons unmute' undoes it.

A critical or enforced rule cannot be muted, since it would still block the role. One that becomes \
critical or enforced later is shown again.`,
  examples: [{ run: "whetstone lessons mute 3f9a41c2 --role reviewer", about: "Reviewers need not see it:" }],
  words: ["mute", "silence"],
  caller: "person",
  hub: "lead",
  input: muteInput,
  output: muteOutput,
  cli: {
    ...muteCommand,
    render: ({ lesson, role, changed }, style) =>
      `${style.bold(lesson)} ${changed ? "is no longer shown to" : "was muted already for"} ${role}`,
  },
  run: (context, input) => muteLesson(context, "lesson-muted", input),
});
