import * as z from "zod/mini";
import { learnedSessions } from "../runs/fold/learned-sessions.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

const session = z.strictObject({
  session: z.string(),
  agent: field("Null for a session that only hooks have seen.", z.nullable(z.string())),
  calls: field("Digests of the calls that were taken in.", z.array(z.string())),
  count: field("How many calls were taken in.", z.int()),
  prompts: field("Digests of the prompts that were taken in.", z.array(z.string())),
  failures: field("How many of them failed.", z.int()),
  repeats: field("How many failed as a call of an earlier session had.", z.int()),
  met: field("For how many of these an earlier session had found a remedy.", z.int()),
  broken: field("Tools that failed last when they were used.", z.array(z.string())),
  endedAt: field("When the part that was taken in ended.", z.nullable(z.string())),
  liveSince: field("Since when hooks recorded the session.", z.nullable(z.string())),
});

export const verb = defineVerb({
  name: "learned-sessions",
  group: "Data",
  summary: "List the sessions that were learned from",
  description: `Lists the sessions of coding agents whose calls were taken in from transcripts, with what \
was found in them, and the sessions that hooks recorded.`,
  examples: [],
  caller: "anyone",
  hub: null,
  answersOnly: true,
  input: z.strictObject({}),
  output: z.strictObject({ sessions: field("The sessions, by their id.", z.array(session)) }),
  run: async ({ ledger }) => ({ sessions: await ledger.read((reader) => reader.rows(learnedSessions)) }),
});
