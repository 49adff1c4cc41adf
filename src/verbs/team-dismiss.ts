import * as z from "zod/mini";
import { callerInput } from "../app/envelope-input.js";
import { field } from "../app/field.js";
import { dismissRefusal } from "../app/team/dismiss-refusal.js";
import { textId } from "../events/envelope.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption, reasonInput } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "team dismiss",
  group: "Data",
  summary: "Say that you have seen what the hub refused",
  description: `What a hub refuses leaves the log of this machine, and waits for the person in 'whetstone today' and \
'whetstone team status' until it is dismissed. That it was, by whom and why stays in the log. It does not bring \
the refused act back: whoever wants it does it again, or asks somebody with the role that it needs.`,
  examples: [
    {
      run: 'whetstone team dismiss 019ca6b1-dc00-7091-b9af-6264d3840f11 --reason "ada decides it"',
      about: "Seen:",
    },
  ],
  caller: "person",
  input: z.strictObject({
    refusal: field("The id of the refused event, as 'team status' lists it.", textId),
    reason: reasonInput,
    ...callerInput,
  }),
  output: z.strictObject({
    refusal: z.string(),
    type: field("What was refused.", z.string()),
    left: field("How many refusals are left.", z.int()),
  }),
  cli: {
    arguments: ["refusal"],
    own: byOption,
    render: ({ type, left }) => `Dismissed: ${type}. ${left === 0 ? "None is" : `${left} are`} left.`,
  },
  run: (context, { refusal, reason, actor = context.actor, origin = context.origin }) =>
    dismissRefusal(context, { refusal, reason, actor, origin }),
});
