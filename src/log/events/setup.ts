import * as z from "zod/mini";
import { defineEvent } from "./definition.js";
import { textId } from "./envelope.js";

/** A person removed Whetstone from the settings of coding agents: from here on they are not guarded. */
export const setupRemoved = defineEvent(
  "setup-removed",
  () =>
    z.strictObject({
      /** The agents, by their names on the command line. */
      agents: z.array(textId).check(z.minLength(1), z.maxLength(50)),
    }),
  {
    decidedBy: "person's machine",
    moment: ({ actor, origin, data: { agents } }) => {
      const text = `${actor} removed Whetstone from ${agents.join(", ")}`;
      return { kind: "unguarded", text, ...(origin === "human" && { everySession: true }) };
    },
  },
);
