import * as z from "zod/mini";
import { resultSchemas } from "../../results/result-schemas.js";
import { beadId, maybeCount, maybeText, maybeTexts, phase, role, runId } from "../arguments.js";
import { defineTool } from "../tool.js";

export const brief = defineTool({
  name: "brief",
  about:
    "What a role should know before it begins: directives to follow and acknowledge, and what the role keeps noticing.",
  readOnly: false,
  arguments: {
    role,
    task: maybeText("What is to be done, in words"),
    bead_id: z.optional(beadId),
    tools: maybeTexts("Tools that will be used"),
    files: maybeTexts("Files that will be worked on"),
    labels: maybeTexts("Labels of the task"),
    phase: z.optional(phase),
    prompt: maybeText("The role's prompt; it comes back with the brief before it"),
    left_tokens: maybeCount("Room left in the prompt"),
    run_id: runId,
  },
  result: resultSchemas.brief,
  doorNames: { bead_id: "taskId", run_id: "run" },
  run: ({ ws, args, who }) =>
    ws.brief({
      role: args.role,
      task: args.task,
      taskId: args.bead_id,
      tools: args.tools,
      files: args.files,
      labels: args.labels,
      phase: args.phase,
      prompt: args.prompt,
      leftTokens: args.left_tokens,
      run: args.run_id,
      ...who,
    }),
});
