import { changeTrial, trialInput, trialOutput } from "../lessons/trial/change-trial.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "trial stop",
  group: "Lessons",
  summary: "End a trial",
  description: `The lesson is shown in its usual share of the sessions again: see the setting evidence.share. \
Without a lesson this ends a trial of all lessons. What was measured is kept.`,
  examples: [{ run: "whetstone trial stop failure-3f9a41c2", about: "Back to the usual share:" }],
  caller: "person",
  hub: "lead",
  input: trialInput,
  output: trialOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, changed }, { bold }) => {
      const what = bold(lesson ?? "Every machine-made lesson");
      return changed
        ? `${what} is shown in its usual share of the sessions again`
        : `${what} was not on trial, and nothing was changed`;
    },
  },
  run: (context, input) => changeTrial(context, "trial-stopped", input),
});
