import * as z from "zod/mini";
import { removeMember } from "../hub/exchange/team-acts.js";
import { managedTeam, roleSchema } from "../hub/exchange/team-members.js";
import { isoTime } from "../log/events/time.js";
import { defineVerb } from "./frame/define-verb.js";
import { memberInput, optionalReason } from "./parts/team-input.js";

export const verb = defineVerb({
  name: "team remove",
  group: "Data",
  summary: "Take the role of a member in a project on a hub away",
  description: `Somebody is no member any more, and none of their keys opens the project from the next call on. \
What they recorded stays, and so does what their machines already have. The only admin of a project stays. On a \
hub it needs the role admin.`,
  examples: [{ run: "whetstone team members --remove bob", about: "Bob leaves:" }],
  caller: "anyone",
  hub: "admin",
  input: z.strictObject({ member: memberInput, reason: optionalReason }),
  output: z.strictObject({ member: z.string(), from: roleSchema }),
  run: async (context, { member, reason }) => {
    const from = await removeMember(managedTeam(context), { member, reason }, isoTime(context.clock()));
    return { member, from };
  },
});
