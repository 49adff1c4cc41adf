import * as z from "zod/mini";
import { teamMembers, teamMembersOutput } from "../hub/exchange/team-members.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "team members",
  group: "Data",
  summary: "List the members, keys and machines of a project on a hub",
  description: `Lists on a hub who has a role in the project, the keys with their last use, the machines with how \
far each has the log, the lessons and texts that were forgotten with the machines that erased them, and \
the last changes. An admin sees all of it, a developer or lead all but the keys of others, and everybody else \
what is their own. Only hashes of the keys are kept.`,
  examples: [{ run: "whetstone team members", about: "Where the hub's database is:" }],
  caller: "anyone",
  hub: "reader",
  answersOnly: true,
  input: z.strictObject({}),
  output: teamMembersOutput,
  run: (context) => teamMembers(context),
});
