import * as z from "zod/mini";
import { setupRemoved } from "../log/events/setup.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "note-removal",
  group: "Data",
  summary: "Record that coding agents of this project are no longer guarded",
  description: `Records that a person removes Whetstone from the settings of coding agents. 'whetstone uninstall' calls \
it before it changes a file: 'whetstone log' and the timeline of a session under way show who did it.`,
  examples: [],
  caller: "person",
  hub: null,
  input: z.strictObject({
    agents: field("The agents, such as claude-code.", setupRemoved.data.shape.agents),
    ...callerInput,
  }),
  output: z.strictObject({ seq: field("The place of the event in the log.", z.int()) }),
  http: false,
  run: async (context, { agents, actor = context.actor, origin = context.origin }) => {
    context.beforeWriting();
    return context.ledger.write(async (writer) => {
      const { seq } = await writer.append({ type: "setup-removed", data: { agents }, actor, origin });
      return { seq };
    });
  },
});
