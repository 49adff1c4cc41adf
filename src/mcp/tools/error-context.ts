import { beadId, maybeFlag } from "../arguments.js";
import { defineTool } from "../tool.js";

export const errorContext = defineTool({
  name: "error_context",
  about: "A task's open errors as a block for the prompt of its next attempt; empty when there are none.",
  readOnly: true,
  arguments: { bead_id: beadId, include_resolved: maybeFlag("Show those that were dealt with too") },
  result: {
    type: "object",
    properties: { context: { type: "string", description: "The block" } },
    required: ["context"],
    additionalProperties: false,
  },
  doorNames: { bead_id: "task" },
  run: async ({ ws, args }) => ({ context: await ws.errors.context(args.bead_id, args.include_resolved) }),
  text: ({ context }) => context,
});
