import * as z from "zod/mini";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { pauseNow, pausePlace } from "./overview/pause.js";
import { byOption } from "./parts/person-input.js";

export const verb = defineVerb({
  name: "resume",
  group: "Lessons",
  summary: "End a pause: agents are shown lessons again",
  description: `Ends the pause that 'whetstone pause' began. A session that was shown nothing gets its lessons with \
its next prompt.`,
  examples: [{ run: "whetstone resume", about: "Back to work:" }],
  words: ["continue", "unpause"],
  caller: "person",
  hub: null,
  input: z.strictObject({ ...callerInput }),
  output: z.strictObject({ resumed: field("False where nothing was paused.", z.boolean()) }),
  cli: {
    own: byOption,
    render: ({ resumed }) => (resumed ? "Agents are shown lessons again." : "Nothing was paused."),
  },
  run: async (context, { actor = context.actor, origin = context.origin }) => {
    if ((await context.ledger.read((reader) => pauseNow(context, reader))) === undefined)
      return { resumed: false };
    context.beforeWriting();
    await context.ledger.write(async (writer) => {
      const data = { place: pausePlace(context) };
      await writer.append({ type: "lessons-resumed", data, actor, origin, run: context.run });
    });
    return { resumed: true };
  },
});
