import * as z from "zod/mini";
import { dismissRefusal } from "../hub/exchange/dismiss-refusal.js";
import { textId } from "../log/events/envelope.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { byOption, reasonInput } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "team dismiss",
  group: "Data",
  summary: "Dismiss an act that the hub refused",
  description: `An act that the hub refused is removed from the log of this machine, and listed in 'whetstone today' \
and 'whetstone team status' until you dismiss it. The log keeps who dismissed it and why. Dismissing does not repeat \
the act: do it again, or ask a member whose role allows it.`,
  examples: [
    {
      run: 'whetstone team dismiss 019ca6b1-dc00-7091-b9af-6264d3840f11 --reason "ada decides it"',
      about: "Seen:",
    },
  ],
  caller: "person",
  hub: null,
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
