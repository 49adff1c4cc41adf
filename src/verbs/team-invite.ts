import * as z from "zod/mini";
import { inviteMember } from "../hub/exchange/team-acts.js";
import { keyDaysSchema, keyKindSchema, managedTeam, roleSchema } from "../hub/exchange/team-members.js";
import { isoTime } from "../log/events/time.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";
import { memberInput, optionalReason } from "./parts/team-input.js";

export const verb = defineVerb({
  name: "team invite",
  group: "Data",
  summary: "Give somebody a role in a project of a hub, and a key",
  description: `Adds a member to the project, or changes the role of one, and makes a key, which is in this answer \
and nowhere else: only its hash is kept. A key opens one project. On a hub it needs the role admin.`,
  examples: [{ run: "whetstone team invite bob --role developer", about: "A person:" }],
  caller: "anyone",
  hub: "admin",
  input: z.strictObject({
    member: memberInput,
    role: field("What the member may do.", z._default(roleSchema, "developer")),
    kind: field(
      "What the key is used by. Those of agents and CI have at most the role agent.",
      z._default(keyKindSchema, "person"),
    ),
    days: field("How many days the key is valid; forever, if null.", keyDaysSchema),
    reason: optionalReason,
  }),
  output: z.strictObject({
    project: z.string(),
    member: z.string(),
    role: roleSchema,
    kind: keyKindSchema,
    days: z.nullable(z.int()),
    key: field("The key, shown only now.", z.string()),
    keyId: field("The id by which it is listed and revoked.", z.string()),
    expiresAt: z.nullable(z.string()),
  }),
  run: async (context, invitation) => {
    const team = managedTeam(context);
    const { project } = context.ledger;
    return inviteMember(team, { ...invitation, project }, isoTime(context.clock()));
  },
});
