import { changeTrial, trialInput, trialOutput } from "../app/trials/change-trial.js";
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
  input: trialInput,
  output: trialOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, changed }, { bold }) =>
      `${bold(lesson ?? "Every machine-made lesson")} ${changed ? "is" : "was"} shown in its usual share of the sessions`,
  },
  run: (context, input) => changeTrial(context, "trial-stopped", input),
});
