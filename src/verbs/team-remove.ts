import * as z from "zod/mini";
import { removeMember } from "../hub/exchange/team-acts.js";
import { managedTeam, roleSchema } from "../hub/exchange/team-members.js";
import { isoTime } from "../log/events/time.js";
import { defineVerb } from "./frame/define-verb.js";
import { memberInput, optionalReason } from "./parts/team-input.js";

export const verb = defineVerb({
  name: "team remove",
  group: "Data",
  summary: "Remove a member from a project on a hub",
  description: `Removes a member: none of their keys works from the next call on. What they \
recorded stays, and so does what their machines already have. A project's only admin cannot be removed. On a \
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
