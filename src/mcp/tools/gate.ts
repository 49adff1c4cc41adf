import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { beadId, phase, runId } from "../arguments.js";
import { defineTool } from "../tool.js";

/**
 * An override is a person's or the architect's, and a tool cannot tell who calls: it stays with the command
 * line.
 */
export const gate = defineTool({
  name: "gate",
  about: "Whether a phase may end. If not, the answer says what is missing and the exact line to write.",
  readOnly: false,
  arguments: { phase, bead_id: z.optional(beadId), run_id: runId },
  result: resultSchemas.gate,
  doorNames: { bead_id: "task", run_id: "run" },
  run: ({ ws, args, who }) => ws.gate({ phase: args.phase, task: args.bead_id, run: args.run_id, ...who }),
});
