import * as z from "zod/mini";
import { headCommit } from "../base/project/head-commit.js";
import { beginPhase } from "../lessons/directive/gate/begin-phase.js";
import { callerInput } from "./call/envelope-input.js";
import { field } from "./call/field.js";
import { phaseInput } from "./call/situation-input.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "begin-phase",
  group: "Called by agents",
  summary: "Begin a phase of the work",
  description: `Begins a phase, or begins it again if it already exists: checks compare files with the \
commit of this moment. What is open in a phase of this name that has not ended stays open, and its checks \
compare files with the commit of then. A brief that names an unknown phase begins it too.`,
  examples: [{ run: "whetstone gate build --begin", about: "On the command line:" }],
  caller: "anyone",
  hub: null,
  input: z.strictObject({
    phase: phaseInput,
    baseCommit: field(
      "What checks compare files with; the commit of HEAD, if left out.",
      z.optional(z.string().check(z.regex(/^[0-9a-f]{40,64}$/))),
    ),
    ...callerInput,
  }),
  output: z.strictObject({
    phase: z.string(),
    baseCommit: field(
      "What checks compare files with; null outside of a repository.",
      z.nullable(z.string()),
    ),
    carried: field("Rules that were open, and stay so.", z.array(z.string())),
  }),
  run: async (context, { phase, actor = context.actor, origin = context.origin, ...given }) => {
    const baseCommit = given.baseCommit ?? headCommit(context.places.root);
    context.beforeWriting();
    const carried = await context.ledger.write((writer) =>
      beginPhase(writer, { phase, baseCommit }, { actor, origin, run: context.run }),
    );
    return { phase, baseCommit: baseCommit ?? null, carried };
  },
});
