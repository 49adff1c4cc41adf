import * as z from "zod/mini";
import { counted } from "../base/text/counted.js";
import { field } from "./call/field.js";
import { defineVerb } from "./frame/define-verb.js";

export const verb = defineVerb({
  name: "rebuild",
  group: "Called by agents",
  summary: "Rebuild every view from the log",
  description: `Deletes every read model and computes it again from the log. It loses nothing, since the \
log holds everything, and is safe at any time; others may write meanwhile.

It is rarely needed: a new version or a changed setting rebuilds by itself. Use it when 'whetstone doctor' \
says so.`,
  examples: [{ run: "whetstone rebuild", about: "Fold the log again:" }],
  caller: "anyone",
  hub: null,
  input: z.strictObject({}),
  output: z.strictObject({
    events: field("How many events were folded.", z.int()),
    projections: field("The read models that were rebuilt.", z.array(z.string())),
  }),
  cli: {
    progress: "Folding events",
    render: ({ events, projections }) =>
      `Folded ${counted(events, "event")} into ${counted(projections.length, "view")}.`,
  },
  run: async ({ ledger }, _input, { onProgress }) => ({
    events: await ledger.rebuild(undefined, onProgress),
    projections: ledger.projectionNames,
  }),
});
