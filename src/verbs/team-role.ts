import * as z from "zod/mini";
import { changeRole } from "../hub/exchange/team-acts.js";
import { managedTeam, roleSchema } from "../hub/exchange/team-members.js";
import { isoTime } from "../log/events/time.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { memberInput, optionalReason } from "./parts/team-input.js";

export const verb = defineVerb({
  name: "team role",
  group: "Data",
  summary: "Give a member of a project on a hub another role",
  description: `Changes what a member may do, from the next call on. The member's keys stay as they are. The only \
admin of a project stays one. On a hub it needs the role admin.`,
  examples: [{ run: "whetstone team role bob lead", about: "Bob decides from now on:" }],
  caller: "anyone",
  hub: "admin",
  input: z.strictObject({
    member: memberInput,
    role: field("What the member may do from now on.", roleSchema),
    reason: optionalReason,
  }),
  output: z.strictObject({ member: z.string(), from: roleSchema, to: roleSchema }),
  run: async (context, { member, role, reason }) => {
    const from = await changeRole(managedTeam(context), { member, role, reason }, isoTime(context.clock()));
    return { member, from, to: role };
  },
});
