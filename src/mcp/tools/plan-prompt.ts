import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { beadId, maybeFlag, maybeText, runId, strategy, text } from "../arguments.js";
import { defineTool } from "../tool.js";

export const planPrompt = defineTool({
  name: "plan_prompt",
  about:
    "A planning prompt for a task, with the strategies that worked here and those to avoid. Call it before you split work.",
  readOnly: false,
  arguments: {
    task: text("What is to be done, in words"),
    context: maybeText("Background for the task"),
    strategy,
    bead_id: z.optional(beadId),
    run_id: runId,
    query_cass: maybeFlag("Taken for the sake of prompts that send it; has no effect"),
  },
  result: resultSchemas.plan,
  doorNames: { bead_id: "taskId", run_id: "run" },
  run: async ({ ws, args, who, root, plans }) => {
    const { task, context, bead_id: taskId, run_id: run } = args;
    const result = await ws.plan({ task, context, strategy: args.strategy, taskId, run, ...who });
    plans.note(root, taskId, Date.now());
    return result;
  },
});
