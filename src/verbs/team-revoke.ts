import * as z from "zod/mini";
import { revokeKey } from "../hub/exchange/team-acts.js";
import { managedTeam } from "../hub/exchange/team-members.js";
import { isoTime } from "../log/events/time.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { optionalReason } from "./parts/team-input.js";

export const verb = defineVerb({
  name: "team revoke",
  group: "Data",
  summary: "Revoke a key of a project on a hub",
  description: `Revokes a key for good: it stops working with the next call, at every hub. The member keeps their \
other keys. On a hub it needs the role admin.`,
  examples: [{ run: "whetstone team keys --revoke 3f9a0c1b2d4e", about: "One was lost:" }],
  caller: "anyone",
  hub: "admin",
  input: z.strictObject({
    key: field("The id of the key, as 'team members' lists it.", z.string()),
    reason: optionalReason,
  }),
  output: z.strictObject({ key: z.string(), member: field("Whose it was.", z.string()) }),
  run: async (context, { key, reason }) => {
    const now = isoTime(context.clock());
    return { key, member: await revokeKey(managedTeam(context), { keyId: key, reason }, now) };
  },
});
