import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { beadId, maybeText, phase, runId, text } from "../arguments.js";
import { defineTool } from "../tool.js";

export const review = defineTool({
  name: "review",
  about:
    "Hand in a reviewer's output: its verdict-json block and DIRECTIVE_COMPLIANCE lines correct what was learned.",
  readOnly: false,
  arguments: {
    output: text("What the reviewer wrote"),
    deliberation_id: maybeText("The deliberation that was judged"),
    adversarial_role: maybeText("The role that was judged"),
    validator_role: maybeText("The role that judged"),
    diff: maybeText("The change under review"),
    phase: z.optional(phase),
    bead_id: z.optional(beadId),
    run_id: runId,
  },
  result: resultSchemas.review,
  doorNames: { deliberation_id: "deliberation", bead_id: "task", run_id: "run" },
  run: ({ ws, args, who }) =>
    ws.review({
      output: args.output,
      deliberation: args.deliberation_id,
      adversarialRole: args.adversarial_role,
      validatorRole: args.validator_role,
      diff: args.diff,
      phase: args.phase,
      task: args.bead_id,
      run: args.run_id,
      ...who,
    }),
});
