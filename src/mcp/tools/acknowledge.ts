import { resultSchemas } from "../../results/result-schemas.js";
import { maybeText, text } from "../arguments.js";
import { defineTool } from "../tool.js";

export const acknowledge = defineTool({
  name: "acknowledge",
  about:
    "Hand in an agent's output: its KNOWLEDGE_APPLIED, KNOWLEDGE_IGNORED and KNOWLEDGE_N_A lines are read.",
  readOnly: false,
  arguments: {
    output: text("What the agent wrote"),
    brief_id: maybeText("The id of the brief that is answered"),
    run_id: maybeText("Or the run, for all of its briefs"),
  },
  result: resultSchemas.acknowledge,
  doorNames: { brief_id: "brief", run_id: "run" },
  run: ({ ws, args, who }) =>
    ws.acknowledge({ output: args.output, brief: args.brief_id, run: args.run_id, ...who }),
});
