import * as z from "zod/mini";
import { teamState, teamStateOutput } from "../hub/exchange/team-state.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "team status",
  group: "Data",
  summary: "Show how this project is shared through a hub",
  description: `Shows the hub that a person joined and who that person is there, how far this machine has the \
hub's log, what waits to be sent, the last exchange, and what the hub refused and why. It reads what is on this \
machine and asks nobody. The command of this name shows a project on a hub's database too.`,
  examples: [{ run: "whetstone team status", about: "Has everything been sent?" }],
  caller: "anyone",
  hub: "reader",
  input: z.strictObject({}),
  get output() {
    return teamStateOutput();
  },
  run: (context) => teamState(context),
});
