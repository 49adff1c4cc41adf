import { changeTrial, trialInput, trialOutput } from "../app/change-trial.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "trial start",
  group: "Lessons",
  summary: "Hold a lesson out of half of the sessions, to know soon whether it helps",
  description: `Half of the coming sessions are shown the failure lesson, the other half is not, until \
'whetstone trial stop' ends it: both halves grow equally fast, which is the shortest way to a verdict. \
Without a lesson it is done for every machine-made lesson of the project that is not known to harm.

What a person wrote or vouched for is shown in every session all the same. The setting evidence.enabled \
switches all of this off.`,
  examples: [{ run: "whetstone trial start failure-3f9a41c2", about: "Does this lesson help?" }],
  caller: "person",
  input: trialInput,
  output: trialOutput,
  cli: {
    arguments: ["lesson"],
    own: byOption,
    render: ({ lesson, changed }, { bold }) =>
      `${bold(lesson ?? "Every machine-made lesson")} ${changed ? "is shown" : "was shown already"} in half of the sessions`,
  },
  run: (context, input) => changeTrial(context, "trial-started", input),
});
