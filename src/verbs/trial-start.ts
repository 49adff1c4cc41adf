import { changeTrial, trialInput, trialOutput } from "../lessons/trial/change-trial.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "trial start",
  group: "Lessons",
  summary: "Hold a lesson out of half of the sessions to learn whether it helps",
  description: `Shows the failure lesson in half of the coming sessions and holds it out of the others, \
until 'whetstone trial stop': equal halves give the fastest verdict. Without a lesson it does so for every \
machine-made lesson of the project that is not known to harm.

Lessons that a person wrote or vouched for are still shown in every session, and a trial of one of them is \
refused. The setting evidence.enabled switches all trials off.`,
  examples: [{ run: "whetstone trial start failure-3f9a41c2", about: "Does this lesson help?" }],
  caller: "person",
  hub: "lead",
  input: trialInput,
  output: trialOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, changed, enabled }, { bold }) => {
      const what = bold(lesson ?? "Every machine-made lesson");
      if (!enabled)
        return `${what} is on trial, but nothing is held out: the setting evidence.enabled is false`;
      return `${what} ${changed ? "is shown" : "was shown already"} in half of the sessions`;
    },
  },
  run: (context, input) => changeTrial(context, "trial-started", input),
});
